import { describe, expect, it } from 'vitest';
import { redactInbound } from '../../../src/text/redact.js';
import { addsSecret, holdsSecret } from '../../../src/text/secrets.js';

describe('what must not be written down', () => {
  it.each([
    `the key is sk-${'a1B2'.repeat(6)}`,
    `use ghp_${'a1B2'.repeat(9)} for it`,
    'AKIAABCDEFGHIJKLMNOP',
    `xoxb-${'1234567890'}-abcdefghij`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'x'.repeat(20)}`,
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    'My card is 4111 1111 1111 1111.',
    '卡号 ５５００-００００-００００-０００４',
    'password: hunter2',
    'The password is: hunter2',
    'Das Passwort ist Sommer2024!',
    'Mot de passe : soleil99',
    'la contraseña es gato1234',
    '我的密码是abc12345',
    'パスワードはhunter22です',
    '비밀번호는 hunter22',
    'api key = abcd1234efgh',
    'my pin for the bank card is 4821',
    'Bank card PIN: 4821',
    'Die PIN der EC-Karte lautet 4821.',
    'SIM PIN 卡: 银行卡的 PIN 是 4821',
    'le code secret de ma carte est 4821',
  ])('holds one: %s', (text) => expect(holdsSecret(text)).toBe(true));

  it.each([
    'The door code is 4711.',
    '请记住大门密码是4711',
    'The password is changed every month by Karol.',
    'The secret to good bread is patience and time.',
    'Order 4111 1111 1111 1112 has arrived.',
    'The chat is -1001234567890123.',
    'Call +49 4111 111 111 111.',
    'The word CVC 123 without a card',
    'Recovery codes are printed and lie in the drawer since 2024-03-01.',
    'app password must have your name',
    'docker run -p 8080:80 nginx',
    'mysql -u root -p shop < dump.sql',
    'He is 12 as the password says',
    'The PIN of the garage is 4711.',
    'PIN: 4711',
    'pin this: the credit card bill is due 2026-12-01',
    'Pin 4 of the SIM socket is ground, pin 12 is power',
    'The code of the gate opens with the card: 4711',
    'Order 7F3-221 is on /srv/app/etc.yml.',
    'long text '.repeat(390),
  ])('holds none: %s', (text) => expect(holdsSecret(text)).toBe(false));
});

describe('marks in place of secrets', () => {
  it.each([
    ['password: hunter2 and 4111 1111 1111 1111', 'password: [secret: password] and [secret: card number]'],
    ['我的密码是abc12345，请记住', '我的密码是[secret: password]，请记住'],
    ['ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２', 'ｐａｓｓｗｏｒｄ：[secret: password]'],
    ['비밀번호는 hunter22 야', '비밀번호는 [secret: password] 야'],
    ['postgres://app:S3cr%40t@db/x', 'postgres://app:[secret: password]@db/x'],
    ['pw: hunter22, once more hunter22!', 'pw: [secret: password], once more [secret: password]!'],
    ['Visa 4111 1111 1111 1111 09/28, CVC 123', 'Visa [secret: card number] 09/28, CVC [secret: card number]'],
    ['use Blau7!Gras as the password', 'use [secret: password] as the password'],
    ['backup codes: 12ab3-45cd6 and 3 more', 'backup codes: [secret: secret] and 3 more'],
    ['sshpass -p hunter22 ssh nas', 'sshpass -p [secret: password] ssh nas'],
    ['WIFI:T:WPA;S:Home;P:blaugras;;', 'WIFI:T:WPA;S:Home;P:[secret: password];;'],
    ['Cookie: sid=a1b2c3d4e5f6g7h8; theme=dark', 'Cookie: sid=[secret: token]; theme=dark'],
    [`s\u200bk-test-${'0'.repeat(20)}`, '[secret: API key]'],
  ])('%s', (text, marked) => {
    expect(redactInbound(text).text).toBe(marked);
    expect(redactInbound(marked)).toEqual({ text: marked, secrets: [] });
  });

  it('a value that goes on into a mark loses what is its own', () => {
    const { text } = redactInbound('password: hunter2[secret k7q2: token]x');
    expect(text).not.toContain('hunter2');
    expect(text).toContain('[secret k7q2: token]');
  });

  it('a file may keep what stood in it, and gets no mark that it had not', () => {
    expect(addsSecret('pw: hunter22\n', 'pw: hunter22\nmore\n')).toBe(false);
    expect(addsSecret('a\n', 'a\n[secret k7q2: token]\n')).toBe(true);
    expect(addsSecret('[secret k7q2: token]\n', 'was [secret k7q2: token]\n')).toBe(false);
    expect(addsSecret('', 'key: [secret]\n')).toBe(true);
  });

  it('takes time by the length of a text, whatever stands in it', () => {
    const hostile = [
      'eyJ-',
      'eyJaaaaaaaa.',
      'password: ',
      '4111 ',
      'a://b:c',
      'password for a b ',
      '-----BEGIN PRIVATE KEY----- ',
      'mysql -u root ',
      'WIFI:S:a;',
      '<a:password>',
      'cookie: a=b ',
      'backup codes for a b ',
      'webhookb2/a',
      'aaaa1 as the ',
      'пароль от ',
      'cvc 123 4111 1111 1111 1111 ',
      'bank pin for a b ',
      'aB3xQ9zL\n',
      'abc_def_',
      'key Ab1Cd2Ef3Gh4Ij5K',
      'login aaaaaaa:',
      'a@b.co:',
      'abandon, 1. ',
      'a|password|b\n',
      'x.y:5432:a:b:',
      'https://a/hook',
      'LS0tLS1CRUdJTi',
      'mot de passe ',
      '密码',
    ];
    const before = process.cpuUsage();
    for (const piece of hostile) redactInbound(piece.repeat(Math.ceil(100_000 / piece.length)));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  });
});
