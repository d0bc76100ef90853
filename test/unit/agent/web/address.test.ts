import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, isInside, keyOf, readAddress } from '../../../../src/agent/web/address.js';
import { isPublicIp } from '../../../../src/agent/web/address-range.js';

function refusal(address: string, inside: string[] = []): string | undefined {
  try {
    checkAddress(readAddress(address), inside);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('what is opened', () => {
  it.each([
    'https://example.org',
    'http://example.org:80/x',
    'http://example.org:443/x',
    'https://example.org:8443/a?b=c#d',
    'https://例え.jp/路径',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::8.8.8.8]/',
    'https://local.example.org/',
    'https://localhost.example.org/',
  ])('%s', (address) => expect(refusal(address)).toBeUndefined());

  it.each([
    ['ftp://example.org/', /Only http and https/],
    ['file:///etc/passwd', /Only http and https/],
    ['javascript:alert(1)', /Only http and https/],
    ['data:text/html,x', /Only http and https/],
    ['example.org', /no web address/],
    ['https://', /no web address/],
    ['https://ada:secret@example.org/', /user name or password/],
    ['https://ada@example.org/', /user name or password/],
    ['https://example.org:22/', /Port 22/],
    ['https://example.org:25/', /Port 25/],
    [`https://example.org/${'x'.repeat(2_000)}`, /2000 are the most/],
    [`https://example.org/${'路'.repeat(1_000)}`, /too long/],
  ])('%s is refused in a sentence', (address, why) => expect(refusal(address)).toMatch(why));

  it('repeats no password that it refuses', () => {
    expect(refusal('https://ada:secret@example.org/')).not.toContain('secret');
  });

  it.each([
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'nas', 'nas.local', 'printer.LOCAL.', 'db.internal'],
    ...['router.lan', 'x.home.arpa', 'metadata.google.internal', 'ｌｏｃａｌｈｏｓｔ'],
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '017700000001', '0x7f.0.0.1', '127.0.0.1.'],
    ...['１２７.０.０.１', '127。0。0。1', '0', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1'],
    ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1'],
    ...['192.0.2.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::10.0.0.1]'],
    ...['[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[fe80::1]', '[fec0::1]'],
    ...['[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[2001:db8::1]', '[2001:2::1]', '[3fff::1]', '[100::1]'],
  ])('%s leads into a network', (host) => {
    expect(refusal(`http://${host}/`)).toMatch(/not a public address/);
  });

  it('lets through what the operator lists, by host and port together', () => {
    const inside = ['nas.local:8080', '[::1]:9000', '10.0.0.5:80', '127.0.0.1:25'];
    for (const listed of [
      'http://nas.local:8080/x',
      'http://NAS.local.:8080',
      'https://[::1]:9000',
      'http://10.0.0.5',
    ]) {
      expect(refusal(listed, inside)).toBeUndefined();
    }
    expect(refusal('http://127.1:25/', inside)).toBeUndefined();
    for (const other of ['http://nas.local/', 'http://nas.local:8081/', 'https://10.0.0.5/', 'http://10.0.0.6/']) {
      expect(refusal(other, inside)).toMatch(/not a public address/);
    }
    expect(isInside(new URL('https://example.org'), ['no host at all'])).toBe(false);
  });

  it('holds an address in one form, which no text ends too early', () => {
    expect(keyOf(readAddress('HTTPS://Example.ORG./a_(b)[c]|d?e={f}#g'))).toBe(
      'https://example.org/a_%28b%29%5Bc%5D%7Cd?e={f}'.replace('{f}', '%7Bf%7D'),
    );
    expect(keyOf(readAddress('http://[::ffff:1.1.1.1]:8080'))).toBe('http://[::ffff:101:101]:8080/');
    expect(keyOf(readAddress('https://example.org/Invite/aB?Key=xY'))).toBe('https://example.org/Invite/aB?Key=xY');
  });
});

const privateV4 = fc
  .tuple(
    fc.constantFrom<[number, number]>(
      ...([
        [0x0a000000, 8],
        [0x7f000000, 8],
        [0xa9fe0000, 16],
        [0xac100000, 12],
        [0xc0a80000, 16],
        [0x64400000, 10],
        [0xe0000000, 4],
        [0x00000000, 8],
      ] as [number, number][]),
    ),
    fc.nat(0xffffffff),
  )
  .map(([[net, bits], rest]) => (net + (rest % 2 ** (32 - bits))) >>> 0);

/** Every way of writing it that a URL or a C library reads. */
function writings(ip: number, seed: number): string[] {
  const bytes = [ip >>> 24, (ip >>> 16) & 255, (ip >>> 8) & 255, ip & 255];
  const [a = 0, b = 0] = bytes;
  const oddly = bytes.map((byte, index) =>
    [String(byte), `0x${byte.toString(16)}`, `0${byte.toString(8)}`, `0X0${byte.toString(16)}`].at(
      (seed >> (index * 2)) & 3,
    ),
  );
  const hex = [(ip >>> 16).toString(16), (ip & 0xffff).toString(16)].join(':');
  return [
    ...[
      bytes.join('.'),
      `${bytes.join('.')}.`,
      oddly.join('.'),
      String(ip),
      `0x${ip.toString(16)}`,
      `0${ip.toString(8)}`,
    ],
    ...[`${a}.${ip & 0xffffff}`, `${a}.${b}.${ip & 0xffff}`, bytes.join('%2e'), bytes.join('。')],
    ...[`[::ffff:${hex}]`, `[::ffff:${bytes.join('.')}]`, `[0:0:0:0:0:FFFF:${hex}]`, `[::${hex}]`],
    ...[`[64:ff9b::${hex}]`, `[64:ff9b:1::${hex}]`, `[2002:${hex}::1]`, `[2002:${hex}:0:0:0:0:0:1]`],
    `[2001:0:${hex}:0:0:0:0]`,
  ];
}

describe('addresses inside a network', () => {
  it('never pass, however they are written', () => {
    fc.assert(
      fc.property(privateV4, fc.nat(255), (ip, seed) => {
        for (const host of writings(ip, seed)) expect(refusal(`http://${host}/`)).toBeDefined();
      }),
    );
  });

  it('never pass as what a name leads to', () => {
    const rest = fc.array(fc.nat(0xffff), { minLength: 7, maxLength: 7 });
    const first = fc.oneof(
      fc.integer({ min: 0xfc00, max: 0xffff }),
      fc.integer({ min: 0, max: 0x1fff }).filter((group) => group !== 0x64),
    );
    fc.assert(
      fc.property(first, rest, (start, groups) => {
        expect(isPublicIp([start, ...groups].map((group) => group.toString(16)).join(':'))).toBe(
          // Only mapped addresses of public hosts are public here.
          start === 0 && groups.slice(0, 5).join() === '0,0,0,0,65535' && isPublicIp(groups.slice(5).join('.')),
        );
      }),
    );
    for (const odd of ['fe80::1%eth0', '2606:4700::1111%1', 'localhost', '', '1.2.3', '0x7f.1']) {
      expect(isPublicIp(odd)).toBe(false);
    }
  });
});
