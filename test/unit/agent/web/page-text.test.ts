import { describe, expect, it } from 'vitest';
import type { PageKind } from '../../../../src/agent/web/page-kind.js';
import { readablePage } from '../../../../src/agent/web/page-text.js';

const final = new URL('https://example.org/news/today');

function read(body: string | Buffer, kind: PageKind = 'html', contentType = '', cut = false) {
  const page = readablePage({ bytes: Buffer.from(body as string), kind, contentType, cut, final });
  return { ...page, text: page.lines.join('\n') };
}

const LONG = 'Something is said here that makes the page worth its while. '.repeat(4).trim();

describe('a web page', () => {
  it('is read as headings, paragraphs, lists, tables, quotes and code, with absolute links', () => {
    const { title, text, links } = read(`<!doctype html><html><head><title> A  page
      </title><style>p{}</style><script>let a = "<p>no</p>";</script></head><body>
      <h1>Tea &amp; more</h1><p>First   line<br>second <b>line</b> with <a href="../b?c=d#e">a
      link</a>.</p><ul><li>one<li>two<ul><li>inner</ul><li>three</ul><ol><li>first</li><li>second</li></ol>
      <table><tr><th>Name<th>Age</tr><tr><td>Ann</td><td>7</td></tr></table>
      <blockquote><p>quoted</p></blockquote><pre>a  b\n  c</pre>
      <p><a href="javascript:alert(1)">bad</a> <a href="#top">up</a> <a href="mailto:a@b.c">mail</a>
      <img src="x.png" alt="a cat"></p><a href="//cdn.example/x"><h2>Card</h2><p>text</p></a></body></html>`);
    expect(title).toBe('A page');
    expect(text).toBe(
      [
        '# Tea & more',
        '',
        'First line',
        'second line with [a link](https://example.org/b?c=d).',
        '',
        '- one',
        '- two',
        '  - inner',
        '- three',
        '',
        '1. first',
        '2. second',
        '',
        'Name | Age',
        'Ann | 7',
        '',
        '> quoted',
        '',
        '```',
        'a  b',
        '  c',
        '```',
        '',
        'bad up mail (picture: a cat)',
        '',
        '## Card',
        '',
        'text',
        '',
        '[link](https://cdn.example/x)',
      ].join('\n'),
    );
    expect(links).toEqual(['https://example.org/b?c=d', 'https://cdn.example/x']);
  });

  it('leaves out what frames it, unless it is nothing else', () => {
    const frame = '<nav><a href="/home">Home</a></nav><div role="banner">Logo</div><footer>Imprint</footer>';
    expect(read(`${frame}<main><p>${LONG}</p></main>`).text).toBe(LONG);
    expect(read(`<nav>${'<a href="/x">A topic of the day</a> '.repeat(30)}</nav>`).text).toContain(
      'A topic of the day',
    );
  });

  it('leaves out what no reader sees', () => {
    const { text, links } = read(`<p>${LONG}</p><p hidden>one</p><p style="color:red;display: none">two</p>
      <p style="visibility:hidden">three</p><p style="font-size:0">four</p><p style="opacity:0">five</p>
      <div aria-hidden="true"><p>six <a href="https://evil.example/">x</a></p></div><template>seven</template>
      <!-- eight --><noscript>nine</noscript><p style="opacity:0.5;font-size:0.9em">shown</p>
      <p>a\u200bb&#8203;c\u202ed\u{e0041}\u{e0042}e&#x2060;f</p>`);
    expect(text).toBe(`${LONG}\n\nshown\n\nabcdef`);
    expect(links).toEqual([]);
  });

  it('keeps the joiners that a script or a picture needs', () => {
    expect(read('<p>👩‍👩‍👧 می‌خواهم ❤️</p>').text).toBe('👩‍👩‍👧 می‌خواهم ❤️');
  });

  it('survives markup that is made to break it', () => {
    const before = process.cpuUsage();
    expect(read(`<p>start</p>${'<div>'.repeat(50_000)}deep`).text).toBe('start');
    expect(read('</p></x></td>text<b><i></b>more<__proto__>x<constructor>y').text).toContain('text');
    expect(read(`${'<b></b></x>'.repeat(20_000)}end`).text).toBe('end');
    expect(read(`<p>${'&'.repeat(50_000)}`).lines.length).toBeGreaterThan(160);
    expect(read(`${'<a href="/x">y'.repeat(5_000)}`).links).toEqual(['https://example.org/x']);
    expect(read('<br>x&lt;'.repeat(40_000)).text.length).toBeGreaterThan(100_000);
    expect(read('<td>x<td> '.repeat(20_000)).text).not.toBe('');
    expect(read('<p>cut <a href="ht').text).toBe('cut');
    expect(read(`<title>${'x'.repeat(10)}`).title).toBe('x'.repeat(10));
    // What grows with the square of a text takes many times that; CPU time, since others run beside it.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  });

  it('goes by its own base for links', () => {
    expect(read('<base href="https://other.example/dir/"><p><a href="x">y</a>').links).toEqual([
      'https://other.example/dir/x',
    ]);
  });
});

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const scripts = [
  ['gbk', 'c4e3bac3a3accac0bde7', '你好，世界', 'zh-CN'],
  ['shift_jis', '82b182f182c982bf82cd', 'こんにちは', 'ja'],
  ['euc-kr', 'bec8b3e7c7cfbcbcbfe4', '안녕하세요', 'ko'],
] as const;

describe('an encoding', () => {
  it.each(scripts)('%s is read as the header, the page or its language names it', (name, hex, text, language) => {
    const body = Buffer.concat([Buffer.from('<p>'), bytes(hex)]);
    expect(read(body, 'html', `text/html; charset=${name}`).text).toBe(text);
    expect(read(body, 'text', `text/plain; charset="${name.toUpperCase()}"`).text).toBe(`<p>${text}`);
    const metas = [
      `<meta charset="${name}">`,
      `<meta http-equiv="Content-Type" content="text/html; charset=${name}">`,
      `<html lang="${language}">`,
    ];
    for (const meta of metas) expect(read(Buffer.concat([Buffer.from(meta), body])).text, meta).toBe(text);
    const xml = Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${name}"?><x>`), bytes(hex)]);
    expect(read(xml, 'xml').text).toContain(text);
  });

  it('is UTF-8 where nothing else is said, or nonsense is; a mark at the beginning wins', () => {
    expect(read('<p>北京 서울 東京').text).toBe('北京 서울 東京');
    expect(read('<p>北京', 'html', 'text/html; charset=klingon').text).toBe('北京');
    expect(read(Buffer.from('\ufeff北京', 'utf16le'), 'text', 'text/plain; charset=gbk').text).toBe('北京');
    expect(read(Buffer.from('<p>caf\xe9', 'latin1')).text).toBe('café');
    expect(read(Buffer.from('北京').subarray(0, 5), 'text', '', true).text).toBe('北');
  });
});

describe('other pages', () => {
  it('JSON is set in lines, and the addresses in it are links', () => {
    const { text, links } = read('{"a":[1,{"b":"https://example.org/x"}],"名":"值"}', 'json');
    expect(text).toContain('\n  {\n   "b": "https://example.org/x"');
    expect(text).toContain('"名": "值"');
    expect(links).toContain('https://example.org/x');
    expect(read('{"broken', 'json').text).toBe('{"broken');
  });

  it('a feed is its entries, with their links', () => {
    const rss = `<?xml version="1.0"?><rss><channel><title>News</title><link>https://example.org/</link>
      <image><title>Logo</title><link>https://example.org/logo</link></image>
      <item><title>晨报 &amp; more</title><link>/a</link><pubDate>Mon, 30 Nov 2026</pubDate>
      <description><![CDATA[<p>Text <b>here</b> <a href="/in">in</a></p><script>x</script>]]></description></item></channel></rss>`;
    const { title, text, links } = read(rss, 'xml');
    expect(title).toBe('News');
    expect(text).toBe(
      '# [News](https://example.org/)\n\n## [晨报 & more](https://example.org/a)\n\nMon, 30 Nov 2026\n\nText here [in](https://example.org/in)',
    );
    expect(links).toEqual(['https://example.org/', 'https://example.org/a', 'https://example.org/in']);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title>One</title>
      <author><name>Ann</name></author><link rel="self" href="/self"/><link href="/one"/><summary>short</summary></entry></feed>`;
    expect(read(atom, 'xml').text).toBe('# Log\n\n## [One](https://example.org/one)\n\nshort');
  });

  it('without a type it is looked at, and no bytes are shown', () => {
    expect(read('<p>hello', 'unknown').text).toBe('hello');
    expect(read('hello', 'unknown').text).toBe('hello');
    expect(() => read('PK\u0003\u0004\0\0', 'unknown')).toThrow(/no text/);
  });
});

describe('long lines', () => {
  it('are set in several, without losing a word, a link or half a character', () => {
    const words =
      `${'word '.repeat(200)}[a link](https://example.org/${'x'.repeat(200)}) ${'more '.repeat(100)}`.trim();
    const { lines } = read(words, 'text');
    expect(lines.join(' ')).toBe(words);
    const han = '夜莺在花园里歌唱👩‍👩‍👧'.repeat(200);
    const broken = read(han, 'text').lines;
    expect(broken.join('')).toBe(han);
    for (const line of [...lines, ...broken]) {
      expect(line.length).toBeLessThanOrEqual(300);
      expect(line).toBe(Buffer.from(line).toString());
      expect(line.startsWith('\u200d')).toBe(false);
    }
  });
});
