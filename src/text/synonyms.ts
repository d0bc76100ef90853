// Everyday words that people use for one another when they ask about what they once wrote: kids and children, film and
// movie, 妈妈 and 母亲. A word finds its neighbours at a lower weight. Written from general use of the language; never add a
// word because one text or one question needs it, nor one that mostly means something else. Pure data and a look-up.

import { stemOf } from './english.js';

/** Each line: words any of which may stand for any other. A word may be in several lines; lines are not joined. */
const ENGLISH = `
  kid child son daughter baby toddler
  mother mom mum mommy
  father dad daddy
  parent mother father mom dad
  grandmother grandma granny
  grandfather grandpa granddad
  husband wife spouse partner
  boyfriend girlfriend partner
  brother sister sibling
  friend buddy pal mate
  family relative
  pet dog cat
  dog puppy pup
  cat kitten kitty
  job work career profession occupation
  boss manager supervisor
  colleague coworker teammate
  company firm employer business
  business venture startup
  salary wage income pay
  hire recruit employ
  quit resign
  meeting appointment
  home house apartment flat
  move relocate
  trip travel vacation holiday journey getaway
  visit trip
  flight plane fly
  hotel accommodation
  car vehicle automobile
  bike bicycle cycling
  train railway
  movie film
  picture photo photograph image
  painting artwork
  song music tune
  book novel
  author writer
  exercise workout fitness gym
  run jog
  hike trail
  swim pool
  hobby pastime interest
  party celebration
  wedding marry marriage
  divorce separation
  birthday bday
  gift present
  buy purchase
  price cost fee
  money finance cash
  food meal dish
  dinner supper
  cook bake recipe
  restaurant diner cafe
  drink beverage
  doctor physician
  dentist dental
  hospital clinic
  sick ill illness disease
  medicine medication pill drug
  pain ache hurt
  injury hurt
  therapy therapist counseling
  stress anxiety
  relax unwind
  happy glad joy
  sad upset
  angry mad upset
  afraid scared fear
  tired exhausted
  like love enjoy
  favorite favourite
  favorite love
  prefer favorite
  hate dislike
  plan intend
  goal aim dream ambition
  hope dream
  opinion view
  advice suggestion tip
  suggest recommend
  help support assist
  volunteer charity
  donate donation
  teacher instructor tutor
  student pupil
  class course lesson workshop
  university college
  study learn research
  exam test
  phone telephone mobile smartphone
  computer laptop pc
  email mail
  website site webpage
  online internet web
  app application
  password passcode passphrase pin
  place location spot
  store shop
  clothes clothing outfit
  shoe sneaker
  garden plant flower
  beach ocean sea coast
  mountain hill
  park outdoors
  nature outdoors
  church faith religion religious
  war military army veteran
  politics political election
  lawyer attorney legal
  begin start launch
  finish end complete
  make create build
  fix repair
  break damage
  win award prize
  award prize medal trophy
  lose miss
  contest competition tournament
  performance perform show
  receive get
  talk speak chat conversation discuss
  say tell mention
  big large huge
  small little tiny
  old elderly
  new recent
  quick fast
  important key
  beautiful pretty gorgeous
  great awesome amazing
  hard difficult tough challenging
  challenge obstacle difficulty hurdle
  problem issue trouble
  reason motivation
  inspire motivate
  change transform
  community neighborhood neighbourhood
  accident crash
  flood storm
  often frequently
  weekly week
  yearly annual
  garbage trash rubbish waste
  bin trash rubbish
  lend loan borrow
  headache migraine
  boiler furnace heater heating
  gentleman man guy
  lady woman
  sofa couch
  fridge refrigerator
  lift elevator
  petrol gasoline gas
  tram streetcar
  subway underground metro
  pavement sidewalk
  bill invoice receipt
  contract agreement
  insurance policy
  deadline due
  task todo
  decide decision
  agree agreement
  postpone delay
  allergy allergic intolerant
  surgery operation
  vaccine vaccination shot
  glasses spectacles
  door entrance
  rent lease
  luggage baggage suitcase
  ticket booking reservation
  book reserve
  colour color
  neighbour neighbor
`;

/** Two-character words: each is one term of the index. */
const CHINESE = `
  妈妈 母亲 老妈
  爸爸 父亲 老爸
  父母 爸妈 双亲
  爷爷 祖父
  奶奶 祖母
  老公 丈夫 先生
  老婆 妻子 太太
  孩子 儿子 女儿 小孩 宝宝
  朋友 好友 伙伴
  工作 职业 上班
  公司 单位 企业
  老板 上司 经理
  同事 同僚
  工资 薪水 收入
  会议 开会
  旅行 旅游 出游
  电影 影片
  照片 图片 相片
  歌曲 音乐
  医生 大夫
  医院 诊所
  生病 疾病
  药物 药品 吃药
  锻炼 健身 运动
  爱好 兴趣 喜欢
  礼物 礼品
  价格 价钱 费用
  手机 电话
  电脑 计算
  密码 口令
  地址 住址
  学习 读书
  老师 教师
  学生 同学
  建议 推荐
  喜欢 喜爱 热爱
  高兴 开心 快乐
  难过 伤心 悲伤
  生气 愤怒
  害怕 恐惧
  压力 焦虑
  困难 挑战
  问题 麻烦
  计划 打算
  目标 梦想
  开始 启动
  结束 完成
  购买 买了
  汽车 车子
  房子 住宅 公寓
  餐厅 饭店 餐馆
  食物 美食
`;

const NEIGHBOURS = new Map<string, readonly string[]>();
for (const line of `${ENGLISH}${CHINESE}`.split('\n')) {
  const words = line.trim().split(/\s+/).filter(Boolean).map(stemOf);
  for (const word of words) {
    const known = NEIGHBOURS.get(word) ?? [];
    NEIGHBOURS.set(word, [...new Set([...known, ...words.filter((other) => other !== word)])]);
  }
}

/** The terms that may stand for a term (both as `indexTerms` makes them); empty for most. */
export function synonymsOf(term: string): readonly string[] {
  return NEIGHBOURS.get(term) ?? [];
}
