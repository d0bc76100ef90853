// The words around what somebody asks for (please, could you, I would like), and those that go with any task (write, list,
// keep). In a request they say nothing, or little, though elsewhere they may. Pure data and look-ups.

import { indexTerms } from './index-terms.js';

const WORDS = `
  please help need want would like could can let get got make do give show tell have just some something thing way also
  quickly really good nice best new right here user ask asks wants needs using use used when whenever thanks
  hi hey hello going got put take look bit little lot many much one two every each any up out off over back down
  ich du er sie es wir ihr mir mich dir dich uns euch ihm ihn ihnen mein meine meinen meinem meiner dein deine deinen sein
  seine ihre unser unsere der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen
  ist sind war waren bin bist hat habe haben hast wird werden wurde soll sollte sollen will wollen wollte möchte möchten
  kann kannst können könnte könntest muss müssen brauche brauchen bitte hilf helfen mal doch noch schon nur auch dann
  wenn dass ob wie was wer wo wann warum welche welcher welches im in am an auf aus bei mit von vom zu zum zur für über
  unter vor nach um durch gegen ohne so sehr mehr alle alles etwas gibt geht machen mache mach hier
  je tu il elle on nous vous ils me moi te toi se mon ma mes ton ta tes son sa ses notre nos votre vos le la les un une
  des du de au aux et ou mais ne pas est sont suis ai as avons avez ont être avoir peux peut pouvez veux voudrais faut
  aide aider besoin faire fais plaît plait que qui quoi comment pour avec sans dans sur sous par ce cet cette ces plus
  yo tú él ella nosotros ellos mi mis tu tus su sus el los las una unos unas del al y o pero no es son soy estoy está he
  ha hay ser estar puedo puedes puede quiero quisiera necesito ayuda ayúdame favor hacer haz cómo para con sin en por lo
  este esta estos estas más muy que qué quién
  eu você ele ela nós meu minha seu sua os um uma dos das nos nas não são está preciso quero ajuda fazer como com sem mais
  io lui lei noi mio mia il lo gli della dei delle nel che di da per con non sono ho voglio vorrei aiuto fare come
  ik jij hij zij wij mijn jouw het een en of niet is zijn heb heeft wil kan kunt nodig hulp maken hoe voor met van
  帮我 帮忙 幫我 我想 想要 需要 一份 一篇 一些 怎么 怎樣 能不 不能 能否 可以 给我 給我 我的 我要 一个 一個 一下 这份 这个 這個 用户 使用 时候
  ほしい 欲しい したい 下さい ください お願い 手伝って してほしい できます 私の 使う とき 場合 方法
  해줘 해주세요 주세요 도와줘 도와 싶어 싶어요 싶은 싶다 있는 하는 하고 해서 좀 내가 나는 저는 우리 어떻게 필요해 사용 때
`;

const GENERAL = `
  now today jetzt heute
  write list keep find check read show tell talk say turn start set add change work time times day days date name number
  data text word words file thing item line way kind type part place point long short big small old good bad first last
  next step create build plan prepare explain describe record put bring order help same together people person project
  test detail information result example question answer problem issue note update review manage handle work call
  schreib schreiben schreibt schreibe erstellen erstellt erstelle zeigen zeig zeige sagen sag arbeit tag tage zeit name
  liste text wort daten datei sache ding planen plant prüfen prüft finden lesen erklären erklärt erinnert
  écris écrire liste texte temps jour jours nom données chose créer montrer dire trouver
  escribe escribir lista texto tiempo día días nombre datos cosa crear mostrar decir encontrar
  整理 生成 写一 制作 列出 内容 时间 问题 工作 根据 记录 分析 提出 看看 多少 东西 今天 現在 现在
  作成 作り 作る まと とめ 整理 内容 時間 問題 仕事 記録 提案 調べ べて 教え 考え
  작성 정리 생성 기록 내용 시간 문제 자료 만들 알려 추천 보여 찾아
`;

const AROUND: ReadonlySet<string> = new Set(indexTerms(WORDS).filter((term) => !term.startsWith('=')));

/** Whether a term (as `indexTerms` makes it) belongs to the asking and not to what is asked for. */
export function isRequestWord(term: string): boolean {
  return AROUND.has(term);
}

const EVERYWHERE: ReadonlySet<string> = new Set(indexTerms(GENERAL).filter((term) => !term.startsWith('=')));

/** Whether a term goes with any task, and so tells two of them hardly apart. */
export function isGeneralWord(term: string): boolean {
  return EVERYWHERE.has(term);
}
