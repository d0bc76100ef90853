import { describe, expect, it } from 'vitest';
import { holdsSecret } from '../../../src/text/secrets.js';

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
  ])('holds one: %s', (text) => expect(holdsSecret(text)).toBe(true));

  it.each([
    'The door code is 4711.',
    '请记住大门密码是4711',
    'The password is changed every month by Karol.',
    'The secret to good bread is patience and time.',
    'Order 4111 1111 1111 1112 has arrived.',
    'The chat is -1001234567890123.',
    'Call +49 4111 111 111 111.',
    'Order 7F3-221 is on /srv/app/etc.yml.',
  ])('holds none: %s', (text) => expect(holdsSecret(text)).toBe(false));
});
