// Facts that are all so at once, of one frame each: none makes another one untrue, nor tells it again.

import { expect, it } from 'vitest';
import { saysTheSame } from '../../../../../src/memory/dream/claims/claims.js';
import { sayingIndex } from '../../../../../src/memory/dream/judge/saying-index.js';

const FACTS = [
  '储物柜7056号的钥匙在Amélie那里。',
  '储物柜7086号的钥匙在Amélie那里。',
  '储物柜7091号的钥匙在王伟那里。',
  'The old garden locker 4001 belongs to Mia.',
  'The old garden locker 4002 belongs to Mia.',
  'Invoice 4713 was paid by the club.',
  'Invoice 4714 was paid by the club.',
  '3호실 열쇠는 민준이 갖고 있다.',
  '4호실 열쇠는 민준이 갖고 있다.',
  'Ann lives in Kyoto.',
  'Bob lives in Osaka.',
  'Ann works at Initech.',
  'Bob works at Hooli.',
  "Ann's birthday is 3 May.",
  "Bob's birthday is 4 June.",
  "Ann's phone number is 555-0101.",
  "Bob's phone number is 555-0102.",
  'The wifi word of the office is pear.',
  'The wifi word at home is plum.',
  "The router's address is 10.0.0.1.",
  "The printer's address is 10.0.0.7.",
  'The backup runs at 02:00.',
  'The report runs at 06:00.',
  'Standup is at 9:30.',
  'The retro is at 16:00.',
  'My dentist is Dr. Weber.',
  'My doctor is Dr. Fuchs.',
  'My sister is called Mia.',
  'My brother is called Jo.',
  'The car is parked on level 2.',
  'The van is parked on level 3.',
  'The boat is called Seeadler.',
  'The dog is called Rex.',
  'The kitchen key is in the blue drawer.',
  'The cellar key is in the red box.',
  'We use Postgres for the shop.',
  'We use SQLite for the bot.',
  'Ann likes green tea.',
  'Ann likes black coffee.',
  'Bob likes green tea.',
  'Ann is allergic to nuts.',
  'Ann is allergic to milk.',
  'Room 3 is on the ground floor.',
  'Room 4 is on the first floor.',
  'Server web-1 runs Debian.',
  'Server web-2 runs Ubuntu.',
  'Project Heron is due in May.',
  'Project Quince is due in June.',
  '刘琳住在北京。',
  '王伟住在上海。',
  '刘琳的生日是5月3日。',
  '王伟的生日是6月4日。',
  '项目代号是苍鹭。',
  '服务器代号是白鹭。',
  '办公室的密码是红苹果。',
  '仓库的密码是青苹果。',
  '妈妈对虾过敏。',
  '爸爸对花生过敏。',
  '周三开例会。',
  '周五开评审会。',
  '燃えるごみの日は火曜日です。',
  '資源ごみの日は木曜日です。',
  '妹は京都に住んでいます。',
  '弟は大阪に住んでいます。',
  '민준은 서울에 산다.',
  '지아는 부산에 산다.',
  'Meine Schwester wohnt in Graz.',
  'Mein Bruder wohnt in Wien.',
  'Der Müll wird am Dienstag abgeholt.',
  'Das Papier wird am Freitag abgeholt.',
  'Ma sœur habite à Lyon.',
  'Mon frère habite à Nantes.',
  'Mi hermana vive en Sevilla.',
  'Mi hermano vive en Valencia.',
  'Moja siostra mieszka w Krakowie.',
  'Mój brat mieszka w Gdańsku.',
  'The gym closes at 22:00.',
  'The pool closes at 20:00.',
  'Flat 12 belongs to the Okafors.',
  'Flat 14 belongs to the Bauers.',
  'Invoice 4711 is paid.',
  'Invoice 4712 is open.',
  'Chapter 3 is about trees.',
  'Chapter 4 is about birds.',
  'The red bin goes out on Monday.',
  'The green bin goes out on Thursday.',
  "My bike lock code hint is grandma's year.",
  'My gym locker is number 88.',
  'My office locker is number 12.',
];

it('keeps apart what is said of different things in the same words', () => {
  const wrong: string[] = [];
  for (const older of FACTS) {
    for (const newer of FACTS) {
      if (older === newer) continue;
      const index = sayingIndex<string>();
      index.add(older, older);
      if (index.overturnedBy(newer).length > 0) wrong.push(`${newer} overturns ${older}`);
      if (index.toldBy(newer, false).length > 0) wrong.push(`${newer} tells ${older}`);
      if (saysTheSame(older, newer)) wrong.push(`${newer} is ${older}`);
    }
  }
  expect(wrong).toEqual([]);
});
