import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../../src/agent/flush/extract.js';
import { saidIn } from '../../../../src/agent/said.js';
import type { Entry } from '../../../../src/contracts/index.js';
import { answers, says } from '../../../support/said-words.js';

const found = (...entries: Entry[]) => extractFrom(saidIn(entries, { kind: 'main' })).map(({ text }) => text);

const SMALL_TALK: string[][] = [
  ['Hi!', 'How are you?', 'Haha, good one', 'Thanks, bye'],
  ['good morning nightjar', "I'm so tired today", 'yeah', 'ok see you later'],
  ['What time is it?', 'Oh wow, already 11:30?', "It's late, good night!"],
  ['Tell me a joke', 'LOL that was great', 'Another one please'],
  ["It's raining again", 'I need a coffee', 'brb'],
  ['hello there', 'just checking if you are awake', 'cool'],
  ["What's 17 * 23?", 'Thanks!', 'You are the best'],
  ['Translate "good evening" into French', 'nice, merci!'],
  ['Can you write me a poem about autumn?', 'Beautiful. Make it shorter.', 'Perfect!'],
  ['I love it!', 'You never know', 'Have a nice day, Tom!'],
  ['The weather is lovely today', "I'm bored", "let's chat"],
  ['Happy New Year!', 'Congratulations on your new voice', 'wow'],
  ['what is the capital of Peru?', 'And of Chile?', 'Interesting, thank you'],
  ["I'm back", 'did you miss me?', 'haha just kidding'],
  ['Merry Christmas, Nightjar!', 'I ate too much', 'time for bed'],
  ['Hallo!', "Wie geht's?", 'Mir geht es gut, danke', 'Bis später'],
  ['Guten Morgen', 'Das Wetter ist heute schön', 'Ich bin müde', 'Tschüss'],
  ['Erzähl mir einen Witz', 'Haha, sehr lustig', 'Noch einen bitte'],
  ['Wie spät ist es?', 'Es ist schon spät', 'Gute Nacht, schlaf gut!'],
  ['Schönes Wochenende!', 'Viel Spaß beim Sport', 'Alles klar'],
  ['Übersetze "Apfel" ins Englische', 'Danke dir', 'Super!'],
  ['Es regnet schon wieder', 'Ich habe Hunger', 'Macht nichts'],
  ['Was kannst du?', 'Interessant', 'Toll, vielen Dank'],
  ['Bonjour !', 'Ça va ?', 'Très bien, merci', 'À bientôt'],
  ['Raconte-moi une blague', 'Mdr trop drôle', 'Bonne nuit'],
  ['Il pleut encore', 'Je suis fatigué', "J'ai faim"],
  ['Quelle heure est-il ?', "C'est gentil", 'Bonne journée !'],
  ['¡Hola!', '¿Cómo estás?', 'Muy bien, gracias', 'Hasta luego'],
  ['Cuéntame un chiste', 'Jaja, qué gracioso', 'Buenas noches'],
  ['Hace mucho calor', 'Estoy cansada', 'Tengo hambre'],
  ['¿Qué hora es?', 'Vale, gracias', '¡Feliz cumpleaños!'],
  ['Cześć!', 'Co słychać?', 'Wszystko dobrze, dzięki', 'Na razie'],
  ['Opowiedz dowcip', 'Haha, dobre', 'Dobranoc'],
  ['Ale pogoda dzisiaj', 'Jestem zmęczona', 'Idę spać'],
  ['你好', '最近怎么样？', '哈哈，真有意思', '再见'],
  ['早上好', '今天天气真好', '我好困', '晚安'],
  ['给我讲个笑话', '哈哈哈太好笑了', '再讲一个'],
  ['现在几点了？', '都这么晚了', '我去睡了'],
  ['帮我翻译一句话', '谢谢你', '不客气'],
  ['你是谁？', '你真聪明', '加油'],
  ['今天好累啊', '外面下雨了', '想喝咖啡'],
  ['こんにちは', '元気ですか？', 'ありがとう', 'またね'],
  ['おはようございます', '今日はいい天気ですね', '眠いです', 'おやすみ'],
  ['冗談を言って', 'ははは、面白い', 'もう一つお願いします'],
  ['今何時ですか', 'お腹すいた', 'お疲れ様です'],
  ['안녕하세요', '잘 지내요?', '고마워요', '잘 자요'],
  ['오늘 날씨가 좋네요', '너무 피곤해요', '배고파요'],
  ['농담 하나 해 줘', 'ㅋㅋㅋ 재미있다', '다음에 또 봐요'],
  ['지금 몇 시예요?', '벌써 늦었네', '이제 자야겠다'],
  ['100% agree', 'lol 10/10', 'I slept 8 hours', 'Only 5 more days until the weekend'],
  ['Nice to meet you, Tom', 'My day was fine', 'See you at 5', 'I will be right back in 10 minutes'],
  ['That is so funny!', 'you made my day', "I'm going to bed now", 'I think I will watch a movie'],
  ['祝你周末愉快', '谢谢', '这个笑话不错'],
];

const FACTS: string[] = [
  'My sister Ada lives in Kyoto.',
  'The order number is 7F3-221.',
  'The config is in /srv/app/etc.yml on the old machine.',
  'Never mail Bob about the invoices.',
  'We decided to use Postgres because SQLite locks too long.',
  'I prefer tea to coffee.',
  "I'm allergic to peanuts.",
  'The dentist appointment is on 14 March at 15:30.',
  'Invoices go to billing@example.org.',
  'The boat is called Mirabelle.',
  'I will call the landlord by Friday.',
  'Meine Schwester wohnt in Bremen.',
  'Wir haben beschlossen, den Vertrag zu kündigen.',
  'Der Zug nach Hamburg fährt um 7:42 Uhr.',
  'Ich trinke am liebsten grünen Tee.',
  "Ma sœur s'appelle Hélène.",
  'Je préfère le train à la voiture.',
  'Le rendez-vous est reporté au 12 mai.',
  'Mi hermano vive en Sevilla.',
  'Hemos decidido vender el coche.',
  'Me gusta el café sin azúcar.',
  'Mój brat mieszka w Krakowie.',
  'Wolę herbatę od kawy.',
  'Postanowiliśmy przełożyć wyjazd na 3 maja.',
  '我妹妹住在京都。',
  '会议改到周五下午三点。',
  '我对花生过敏。',
  '小王负责数据库迁移。',
  '不要给老板发这份报告。',
  '服务器的备份存放在地下室。',
  '妹は京都に住んでいます。',
  'コーヒーより紅茶の方が好きです。',
  '会議は金曜日の15時に決まりました。',
  '私の猫はミケという名前です。',
  '내 여동생은 교토에 살아요.',
  '저는 커피보다 차를 좋아해요.',
  '회의는 금요일 오후 3시로 연기됐어요.',
  '우리 강아지 이름은 초코예요.',
];

const CHAT: string[] = [
  "Hey there, how's it going?",
  'Not much, just chilling',
  'What are you up to today?',
  "It's been a long day",
  "I can't sleep",
  'That made me laugh',
  'Do you like music?',
  'Haha you got me there',
  'I watched a film last night, it was fun',
  'Long time no see!',
  "You're so smart",
  'What do you think about cats?',
  "I'm heading out now",
  'Thanks a million',
  'Let me think about it',
  'Hmm, not sure',
  'I feel like eating pizza',
  'Nothing special, and you?',
  'Good to know',
  'My coffee is cold',
  'It was a nice weekend',
  'I went for a walk in the park',
  'Can you hear me?',
  'Okay, got it',
  'Sing me a song',
  "Na, wie läuft's?",
  'Nichts Besonderes, und bei dir?',
  'Ich schaue gerade einen Film',
  'Das Wochenende war schön',
  'Mein Kaffee ist kalt',
  'Ich gehe gleich spazieren',
  'Lustig, danke für die Antwort',
  'Das war ein guter Witz',
  'Heute war ein langer Tag',
  'Quoi de neuf ?',
  'Rien de spécial',
  'Tu es marrant',
  'Je regarde un film',
  "C'était une bonne journée",
  '¿Qué tal tu día?',
  'Nada especial',
  'Eres muy gracioso',
  'Estoy viendo una película',
  'Fue un buen fin de semana',
  'Co robisz?',
  'Nic takiego',
  'Jesteś zabawny',
  'Oglądam film',
  'To był długi dzień',
  '在吗',
  '没什么事',
  '你好聪明啊',
  '我在看电影',
  '今天过得不错',
  '周末真开心',
  '无聊死了',
  '陪我聊聊天吧',
  '何してるの',
  '特に何もないよ',
  '映画を見てるところ',
  '君は面白いね',
  '週末は楽しかった',
  '뭐 해?',
  '별일 없어',
  '영화 보고 있어',
  '너 진짜 웃기다',
  '주말 재미있었어',
  'ok 👍',
  '😂😂😂',
  'thx!!',
  'The joke about the penguin was brilliant',
  'I had pasta for lunch',
  'Gotta run',
  'Ttyl',
  "I'll be there in 5",
  'I like talking to you',
  'I love this song',
  'we should talk more often',
  'Ich liebe dieses Lied',
  '我喜欢你的笑话',
  '今天是星期五，太好了',
  "It's Friday, finally!",
  'Endlich Freitag',
  'I just woke up',
  '12345',
  'haha 2024 was a wild year',
  'What a day, I walked 10 km',
];

const MORE_FACTS: string[] = [
  'The wifi name at the cabin is Nordlicht5.',
  'Ticket ABC-991 must be closed before the release.',
  'My daughter starts school in September.',
  'Anna is my accountant.',
  'The spare key is under the blue flower pot.',
  'Our budget for the kitchen is 12,000 euros.',
  "I don't eat pork.",
  'Dr. Meyer retired, the new doctor is Dr. Lang.',
  'The gate code is 4711.',
  'We moved the standup to 9:15.',
  'I work at Siemens as an engineer.',
  'Call me Max, not Maximilian.',
  'Answer me in German from now on.',
  'The meeting with Karol was moved to Tuesday.',
  'The deploy script lives in ~/bin/deploy.sh.',
  "My car's plate is B-XY 1234.",
  'Bob owes me 50 euros.',
  'Die Heizung wird am 3. Februar repariert.',
  'Mein Chef heißt Jürgen.',
  'Schreib Peter nie wieder wegen der Miete.',
  'Ich habe Anna versprochen, ihr Auto zu reparieren.',
  'Der Schlüssel liegt unter der Matte.',
  'Ich vertrage keine Milch.',
  'La clé est sous le paillasson rouge.',
  "N'envoie jamais de mail à Bob.",
  'Mon anniversaire est le 5 juin.',
  'Le code du portail est 4711.',
  'Nunca escribas a Bob sobre las facturas.',
  'Mi cumpleaños es el 5 de junio.',
  'El código de la puerta es 4711.',
  'La reunión se aplazó al martes.',
  'Kod do bramy to 4711.',
  'Nigdy nie pisz do Boba o fakturach.',
  'Spotkanie jest w piątek o 15:00.',
  'Moja córka ma 7 lat.',
  '订单号是 7F3-221。',
  '我们决定下周三搬家。',
  '永远不要给鲍勃发邮件。',
  '我的生日是六月五日。',
  '门的密码是4711。',
  '王芳是我的会计。',
  '备用钥匙在蓝色花盆下面。',
  '我在西门子工作。',
  '注文番号は7F3-221です。',
  'ボブには絶対にメールしないでください。',
  '誕生日は6月5日です。',
  'ドアの暗証番号は4711です。',
  '鍵は青い植木鉢の下にあります。',
  '来週の水曜日に引っ越すことにしました。',
  '주문 번호는 7F3-221입니다.',
  '밥에게 절대 메일 보내지 마세요.',
  '제 생일은 6월 5일이에요.',
  '문 비밀번호는 4711이에요.',
  '열쇠는 파란 화분 밑에 있어요.',
];

/** The first word looks like an order, and the sentence names something. */
const NO_ORDERS: string[] = [
  'Order 7F3-221 is in /srv/app/etc.yml.',
  'Order K42-X9 is in the shed.',
  'Order number 7F3-221.',
  'Order is late because of the strike in Hamburg.',
  'Great, order 7F3-221 has arrived.',
  'Book B-1172 belongs on the shelf.',
  'Call 4471 with Karol was moved to Tuesday.',
  'Ticket ABC-991 is open.',
  'Check 88213 bounced.',
  'Mail 5521 went to billing@example.org.',
  'List L-4410 is in /srv/lists/a.csv.',
  'Search index v2.4.1 runs on port 9200.',
  'Open invoice INV-2026-17 is due on 3 March.',
  'Play rehearsal is on Friday at 19:30.',
  'Send Ada 500 euros.',
  'Remind me at 15:30 to call Bob.',
  'Bestellung 7F3-221 liegt in /srv/app/etc.yml.',
  'Liste L-4410 steht in /srv/lists/a.csv.',
  'Spiel 4411 findet um 19:30 Uhr statt.',
  'Commande 7F3-221 dans /srv/app/etc.yml.',
  'Pedido 7F3-221 está en /srv/app/etc.yml.',
  'Zamówienie 7F3-221 jest w /srv/app/etc.yml.',
  '订单 7F3-221 在 /srv/app/etc.yml。',
  '停车位B2-114是我的。',
  '说明书在/srv/docs/manual.pdf。',
  '注文 7F3-221 は /srv/app/etc.yml にあります。',
  '주문 7F3-221 은 /srv/app/etc.yml 에 있어요.',
];

const ORDERS: string[] = [
  'Order me a pizza please',
  'Order 3 pizzas',
  'Book a table for two',
  'Call me later',
  'Check the weather',
  'Mail him please',
  'Set a timer for 10 minutes',
  'Convert 100 euros to dollars',
  'Write 300 words about cats',
  'Wow, GPT-4 is cute',
  'Find order 7F3-221?',
  'Bestell mir eine Pizza',
  '帮我订个披萨',
  '查一下天气',
];

const ASKED: [string, string][] = [
  ['Remember the milk is in the blue fridge', 'The milk is in the blue fridge.'],
  ['Merk dir, dass Oma am Sonntag kommt', 'Oma kommt am Sonntag.'],
  ['Souviens-toi que le chat est diabétique', 'Le chat est diabétique.'],
  ['Recuerda que Ana llega tarde los martes', 'Ana llega tarde los martes.'],
  ['Zapamiętaj, że Ola nie je glutenu', 'Ola nie je glutenu'],
  ['请记住大门钥匙在老王那里', '大门钥匙在老王那里。'],
  ['鍵は田中さんに預けたと覚えておいて', '鍵は田中さんに預けた。'],
  ['열쇠는 김 씨에게 맡겼다고 기억해 줘', '열쇠는 김 씨에게 맡겼다.'],
];

describe('what is found without a model', () => {
  it('has small talk in many languages, of which nothing is worth a line', () => {
    expect(SMALL_TALK.length).toBeGreaterThanOrEqual(50);
  });

  it.each(SMALL_TALK.map((talk) => [talk.join(' | '), talk] as const))('leaves out %s', (_, talk) => {
    expect(found(...talk.map((text) => says(text)))).toEqual([]);
  });

  it.each(FACTS)('keeps %s', (fact) => {
    expect(found(says(fact))).toEqual([fact]);
    expect(found(says(`Hi! ${fact}`), answers('Noted.'))).toEqual([fact]);
  });

  it.each(CHAT)('leaves out %s', (text) => expect(found(says(text))).toEqual([]));
  it.each(MORE_FACTS)('keeps %s', (text) => expect(found(says(text))).toEqual([text]));
  it.each(NO_ORDERS)('keeps what only looks like an order: %s', (text) => expect(found(says(text))).toEqual([text]));
  it.each(ORDERS)('leaves out what is for the moment: %s', (text) => expect(found(says(text))).toEqual([]));
  it.each(ASKED)('keeps what is asked for: %s', (text, fact) => expect(found(says(text))).toEqual([fact]));

  it('takes "remember that" for what was said before it', () => {
    expect(found(says('My bike is red. Remember that!'))).toEqual(['My bike is red.']);
    expect(found(says('The red one.'), answers('What about it?'), says('Remember that!'))).toEqual(['The red one.']);
  });

  it('takes no word from the assistant, or from what was quoted or said around it', () => {
    const forwarded = { kind: 'forward' as const, from: 'Bob', text: 'The door code is 4711.' };
    expect(found(answers('My sister lives in Kyoto.'), says('Look', { quoted: [forwarded] }))).toEqual([]);
    expect(found(says('ok', { around: [{ from: 'Bob', text: 'I prefer tea to coffee.' }] }))).toEqual([]);
    expect(found(says('My sister lives in Kyoto.', { via: 'another session' }))).toEqual([]);
  });

  it('takes one sentence for one, and the newest words of what was changed', () => {
    const first = says('Hello! My sister lives in Kyoto. How are you? I prefer tea to coffee.');
    expect(found(first)).toEqual(['My sister lives in Kyoto.', 'I prefer tea to coffee.']);
    const edit: Entry = { ...answers(''), type: 'edit', target: first.id, text: 'My sister lives in Osaka.' } as Entry;
    expect(found(first, edit)).toEqual(['My sister lives in Osaka.']);
  });

  it('judges a pasted text of two megabytes without delay', () => {
    const begin = performance.now();
    found(says('字'.repeat(200_000)), says('The order is 7F3-221. '.repeat(100_000)));
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
