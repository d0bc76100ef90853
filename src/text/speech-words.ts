// The words by which a sentence shows what it is: a standing instruction, a promise, a decision, a bare acknowledgement; in
// the languages that people write to the bot. Lists only; how they are weighed is in speech.ts.

/** Alternatives of a regular expression between two word borders, for scripts with spaces. */
const spaced = (list: string) =>
  `(?<![\\p{L}\\p{M}])(?:${list
    .trim()
    .split(/\s*\|\s*|\n/)
    .filter(Boolean)
    .join('|')})(?![\\p{L}\\p{M}])`;
const either = (first: string, second: string) => new RegExp(`${first}|${second}`, 'iu');

/** An order or a ban, by its form: somebody is told what to do from now on. */
export const ORDERED = either(
  `(?:^|[,;:–—-]\\s*|(?<![\\p{L}\\p{M}])(?:please|and|but|so|also|then|bitte|und|aber|proszę|ale|пожалуйста|но|s'il te plaît|por favor|per favore|et|mais|pero|maar)\\s+)(?!nie\\s(?:wiem|ma|mam|mogę|jest|był|chcę)(?!\\p{L}))(?:${[
    "(?:do not|don['’]?t|dont|never|always|no more|stop|avoid|remember|make sure|only ever)\\s",
    '(?:nie(?:mals)?|immer|nicht|keine?n?|vergiss nicht|merk dir|merke dir|denk(?:e)? (?:daran|dran)|nenn(?:e)? mich)\\s',
    "(?:ne\\s|n['’]|jamais\\s|toujours\\s|évite|souviens-toi|appelle-moi|surtout pas)",
    '(?:nunca|jamás|siempre|sempre|no\\s(?:(?:l[aeo]s?|me|te|se|nos)\\s)?\\p{L}+(?:es|as|en|an)\\s|não|recuerda|lembra|llámame|mai\\s|non\\s\\p{L}+(?:are|ere|ire)\\s|ricorda)',
    '(?:nigdy|zawsze|nie\\s\\p{L}+|pamiętaj|nooit|altijd|vergeet niet|onthoud|aldrig|alltid|nikdy|vždy)',
    "(?:никогда|всегда|не\\s\\p{L}+(?:й|йте|и|ите|ь|ьте)(?!\\p{L})|запомни|помни|ніколи|завжди|пам['’]ятай)",
  ].join('|')})`,
  [
    '不要|不准|不许|不許|不得|禁止|请勿|請勿|切勿|千万|千萬|务必|務必|记得|記得|记住|記住|永远|永遠|总是|總是|从现在起|從現在起|从今以后|從今以後|以后都|以後都|以后请|以後請',
    '(?<![特区區分级級性个個离離识識辨道告差派类類])[别別](?![的人处處墅名样樣称稱])',
    'ないで|ないこと|しないように|するな|てはいけ|ちゃだめ|てはだめ|必ず|いつも.{0,40}(?:て|ください|こと|で)|常に.{0,40}(?:て|ください|こと|で)|絶対に?|二度と|覚えて(?:おい)?|忘れないで',
    '지\\s?마|말아|항상|언제나|절대|반드시|기억해|잊지|앞으로',
  ].join('|'),
);

/** Words of what holds for good; also in what somebody tells of themselves. */
export const STANDING = either(
  spaced(`never|always|from now on|in (?:the )?future|must(?: not|n['’]t)|under no circumstances|keep in mind|call me|prefers?
    |nie(?! wiem)|niemals|immer|ab jetzt|ab sofort|künftig|in zukunft|auf keinen fall|unter keinen umständen|nur noch
    |jamais|toujours|désormais|dorénavant|à partir de maintenant|n['’]oublie pas|en aucun cas
    |nunca|jamás|siempre|a partir de ahora|de ahora en adelante|no olvides|sempre|a partir de agora|mai|d['’]ora in poi
    |nigdy|zawsze|od teraz|nie zapomnij|pod żadnym pozorem|nooit|altijd|vanaf nu|aldrig|alltid|från och med nu|nikdy|vždy|od teď
    |никогда|всегда|отныне|впредь|с этого момента|ни в коем случае|ніколи|завжди|відтепер|ποτέ|πάντα
    |asla|sakın|her zaman|bundan sonra|jangan|selalu|mulai sekarang|đừng|luôn luôn|luôn|không bao giờ
    |أبدا|أبدًا|دائما|دائمًا|لا تنس|לעולם|תמיד|אף פעם|कभी|हमेशा|मत`),
  '一直|必须|必須|以后|以後|いつも|常に|これから|今後|ください|อย่า|เสมอ|ห้าม|금지|꼭|늘',
);

export const PROMISED = either(
  spaced(`i will|i['’]ll|i am going to|i['’]m going to|i promise|will do|ich werde|mach(?:e)? ich|ich mache|ich verspreche|ich melde mich|ich kümmere mich
    |je vais|je promets|j['’]irai|je \\p{L}+rai|voy a|prometo|te \\p{L}+ré|\\p{L}{3,}ré|vou|prometto|\\p{L}{3,}rò|ik zal|ik ga|jag ska|jeg skal
    |będę|zrobię|sprawdzę|przypomnę|dam znać|wyślę|napiszę|zajmę się|obiecuję|dopilnuję|udělám|pošlu|připomenu|slibuji
    |я буду|сделаю|проверю|напомню|напишу|отправлю|сообщу|обещаю|займусь|я зроблю|нагадаю|перевірю|надішлю
    |\\p{L}+(?:eceğim|acağım)|saya akan|tôi sẽ|mình sẽ|سأ\\p{L}+|אני א\\p{L}+`),
  '我[会會将將]|我[这這]就|我马上|我馬上|我保[证證]|我答[应應]|(?:送り|知らせ|連絡|伝え|調べ|確認し|思い出させ|て(?:おき|み))ます|(?<!と)(?:いた)?します[ねよ]?[。！]?$|約束|겠습니다|드리겠|약속',
);

export const DECIDED = either(
  spaced(`decided?|decision|agreed|let['’]s|we['’]ll go with|we will go with|go with|settled|chose|instead of|approved
    |beschlossen|entschieden|wir nehmen|wir machen|abgemacht|einverstanden|stattdessen|vereinbart
    |décidé|décidons|d['’]accord pour|on prend|convenu|choisi|decidido|decidimos|acordado|quedamos|elegimos|deciso|besloten
    |zdecydowa\\p{L}+|postanowi\\p{L}+|ustali\\p{L}+|wybra\\p{L}+|bierzemy|решили|решил[аи]?|договорились|выбрали|вирішили`),
  '决定|決定|确定|確定|说好|說好|就用|选了|選了|同意|定了|改成|に決め|にしましょう|ことにし|합의|결정|정했|로 하자',
);

/** A reply that only says that the message was read. */
export const ACKNOWLEDGED =
  /^(?:ok(?:ay|ej|i)?|noted|got it|understood|sure|alright|all right|thanks?(?: you)?|will do|one moment|verstanden|alles klar|notiert|gut|gern|danke|compris|noté|d['’]accord|merci|bien|entendido|vale|anotado|gracias|claro|capito|va bene|rozumiem|jasne|dobrze|zanotowane|zapisane|dziękuję|понял[а]?|понятно|хорошо|ладно|записал[а]?|спасибо|зрозумів|добре|好的?|收到|明白了?|知道了|记下了?|記下了?|了解(?:です|しました)?|承知(?:しました|いたしました)?|はい|わかりました|分かりました|メモしました|네|예|알겠습니다|알겠어요|메모했습니다)$/iu;

/** A reply that leaves the question where it was. */
export const UNKNOWN = either(
  spaced(
    `i (?:do not|don['’]t) know|not sure|no idea|can(?:not|['’]t) (?:say|tell)|let me (?:check|look|see)|weiß (?:ich )?nicht|keine ahnung|je ne sais pas|no (?:lo )?sé|não sei|non (?:lo )?so|nie wiem|не знаю|weet (?:ik )?niet`,
  ),
  '不知道|不清楚|不确定|不確定|我查一下|わかりません|分かりません|不明です|모르겠|잘 모르',
);
