// Two long facts a night for sixty nights, in several languages: more than a long-term file may hold. Seeded; each knows by
// which words it is asked for and which words an answer must hold.

import { addDays } from '../../../src/text/local-time.js';
import type { Language } from './family.js';
import { type Random, seeded } from './random.js';

export interface LongFact {
  day: string;
  text: string;
  question: string;
  telling: string[];
}

interface Shape {
  language: Language;
  text: string;
  question: string;
  /** Of a sum, not of a code. */
  money?: true;
  /** What it is about: no two facts of a shape share one. */
  of: readonly string[];
}

const words = (list: string) => list.split(',').map((one) => one.trim());

/** `{of}` is the subject, `{v}` a value that stands nowhere else, `{w}` somebody's name. */
const shapes: readonly Shape[] = [
  {
    language: 'en',
    text: 'The contract for the {of} was signed with {w} under the number {v} and runs for three years',
    question: 'number of the contract for the {of}',
    of: words(
      'lift, heat pump, fire doors, roof garden, solar panels, sprinklers, cargo crane, cold store, alarm system, freight ramp',
    ),
  },
  {
    language: 'en',
    text: 'We decided that {w} takes care of the {of} with a budget of {v}, whoever else may ask for it',
    question: 'budget of the {of}',
    money: true,
    of: words(
      'museum model, spring exhibition, river survey, staff handbook, winter camp, school visit, trade fair, choir recording, anniversary book, harbour study',
    ),
  },
  {
    language: 'en',
    text: 'The {of} stands in cabinet {v} in the cellar corridor, and {w} has the second key to it',
    question: 'in which cabinet is the {of}',
    of: words(
      'theodolite, label printer, slide projector, telescope, spare modem, camping stove, sewing machine, moisture meter',
    ),
  },
  {
    language: 'de',
    text: 'Der Schlüssel für {of} liegt bei {w}, trägt die Nummer {v} und wird nur gegen Unterschrift ausgegeben',
    question: 'Nummer des Schlüssels für {of}',
    of: words(
      'das Bootshaus, den Heizungskeller, die Werkstatt, den Dachboden, das Archiv, die Probebühne, den Fahrradkeller, das Gewächshaus',
    ),
  },
  {
    language: 'fr',
    text: 'Pour {of}, l’interlocuteur est {w} et la référence du dossier est {v}, à citer dans chaque courrier',
    question: 'référence du dossier pour {of}',
    of: words('la péniche, le verger, la chapelle, le moulin, la serre, le pressoir'),
  },
  {
    language: 'zh',
    text: '{of}的负责人是{w}，合同编号是{v}，签了三年，每年十一月之前要书面通知才能解约',
    question: '{of}的合同编号是多少',
    of: words(
      '电梯维护, 仓库租赁, 食堂供应, 保洁服务, 网络专线, 绿化养护, 班车接送, 档案扫描, 消防检测, 空调清洗, 打印设备, 饮水机',
    ),
  },
  {
    language: 'zh',
    text: '我们商量后决定，{of}交给{w}去办，预算是{v}，超出的部分要两个人签字才行',
    question: '{of}的预算是多少',
    money: true,
    of: words('老照片修复, 春季招聘, 新书首发, 校友聚会, 展厅改造, 方言录音, 食谱整理, 河道测量, 年会节目, 手册翻译'),
  },
  {
    language: 'ja',
    text: '{of}の担当は{w}さんで、契約番号は{v}、期間は三年間、解約は半年前までに書面で知らせること',
    question: '{of}の契約番号は',
    of: words('複合機, 駐車場, 倉庫, 警備, 植木の手入れ, 研修施設, 給茶機, 宅配ロッカー'),
  },
  {
    language: 'ko',
    text: '{of} 담당자는 {w}이고 계약 번호는 {v}이며 기간은 삼 년, 해지하려면 여섯 달 전에 서면으로 알려야 한다',
    question: '{of} 계약 번호',
    of: words('승강기 점검, 창고 임대, 정수기 관리, 보안 서비스, 통근 버스, 조경 관리, 회의실 청소, 서버 임대'),
  },
];

/** What people add: two of them follow a fact. */
const tails: Readonly<Partial<Record<Language, readonly string[]>>> = {
  en: [
    'the last attempt without somebody in charge took eleven weeks',
    'whoever takes something out writes it into the green book',
    'nobody signs for it on the telephone, however urgent it sounds',
    'the papers are in the lower drawer, with copies on the blue stick',
    'we learned last winter that a letter without a date comes back',
    'it is looked at again in spring, once the new figures are there',
    'questions go to the front desk first and to me only after that',
  ],
  de: [
    'wer ihn länger als zwei Tage behält, ruft vorher an',
    'am Wochenende gibt es ihn gar nicht, auch nicht für den Vorstand',
    'das Heft dazu liegt im Flur neben der Klingel',
    'der Ersatz ist beim Hausmeister, der montags frei hat',
  ],
  fr: [
    'sinon la réponse met trois semaines, comme l’hiver dernier',
    'les copies sont dans le tiroir du bas, classées par année',
    'le bureau ferme à midi le vendredi et ne rappelle jamais',
    'on n’envoie rien sans la signature du voisin',
  ],
  zh: [
    '上次因为没有提前通知，多付了整整一年的费用，所以这次在日历里放了两个提醒，一个在九月初，一个在十月中旬',
    '原件放在办公室最下面的抽屉里，钥匙由前台保管，借用要登记，用完当天归还，不能带回家，扫描件存在共享文件夹',
    '之前没有人牵头，拖了将近三个月，材料也散在好几个人手里，从现在起统一放在一处，文件名前面写上日期',
    '遇到问题先在群里说，不要等到开会才提出来，外面的合作方也按照这个规矩来，谁都不例外，包括我自己在内',
    '每周五下班之前更新一次进度，没有进展也要写一句，节假日顺延到下一个工作日，由负责人自己提醒大家',
  ],
  ja: [
    '去年は連絡が遅れて一年分の費用を余計に払ったので、今年は九月と十月に二回予定表に入れてある',
    '書類の原本は事務所の一番下の引き出しに保管し、鍵は受付で借りて、その日のうちに必ず返すことになっている',
    '問い合わせはまず受付へ、それでも分からないときだけ私に電話してよい、ただし昼休みは避けてほしい',
    '見積もりは必ず二社から取り、金額だけでなく対応の早さも比べてから決めるという約束になっている',
  ],
  ko: [
    '작년에는 연락이 늦어서 일 년 치 비용을 더 냈기 때문에 올해는 구월과 시월에 두 번 일정표에 넣어 두었다',
    '원본 서류는 사무실 맨 아래 서랍에 보관하고 열쇠는 안내 데스크에서 빌리며 그날 안에 반드시 돌려준다',
    '문의는 먼저 안내 데스크로 하고 그래도 모르겠으면 나에게 전화하되 점심시간은 피해 달라고 했다',
    '견적은 반드시 두 군데에서 받고 금액뿐 아니라 대응 속도까지 비교한 다음에 정하기로 했다',
  ],
};

/** The same kind of thing in another house. */
const elsewhere: Readonly<Partial<Record<Language, string>>> = {
  en: ' in Lahr',
  de: ' in Ulm',
  fr: ' à Metz',
  zh: '（苏州）',
  ja: '（京都）',
  ko: '(부산)',
};

const names = words('Ottilie, Emeka, Priya, Jonas, Haruka, Declan, Grace, Tomasz, Milan, Ruth');

export interface LongFactsOptions {
  seed: number;
  first: string;
  nights: number;
  perNight?: number;
}

export function longFacts({ seed, first, nights, perNight = 2 }: LongFactsOptions): LongFact[] {
  const random = seeded(seed);
  const subjects = shapes.flatMap((shape) => shape.of.map((of) => ({ shape, of })));
  const others = random.some(subjects, subjects.length).map(({ shape, of }) => {
    return { shape, of: `${of}${elsewhere[shape.language] ?? ''}` };
  });
  const all = [...random.some(subjects, subjects.length), ...others];
  return all.slice(0, nights * perNight).map(({ shape, of }, index) => {
    const v = shape.money
      ? `${4 + (index % 60)},${100 + index} ${shape.language === 'zh' ? '元' : '€'}`
      : `${random.one(['KX', 'RB', 'TL', 'WN', 'HQ'])}-${1000 + index * 37 + random.int(30)}`;
    const put = (text: string) => text.replace('{of}', of).replace('{v}', v).replace('{w}', random.one(names));
    return {
      day: addDays(first, Math.floor(index / perNight)),
      text: `${put(shape.text)}${ending(shape.language, random)}`,
      question: put(shape.question),
      telling: [v.split(' ')[0] ?? v],
    };
  });
}

function ending(language: Language, random: Random): string {
  const [one = '', other = ''] = random.some(tails[language] ?? [], 2);
  if (language === 'zh' || language === 'ja') return `；${one}，${other}。`;
  return `; ${one}, ${language === 'en' ? 'and ' : ''}${other}.`;
}
