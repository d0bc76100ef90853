// Variables: where they come from, what happens when one is missing, and that none survives unexpanded (C152).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvFile } from '../../../src/config/env-file.js';
import { expand, expandTree } from '../../../src/config/expand.js';
import { load, problems } from '../../support/config-home.js';

const ref = (inside: string) => `\${${inside}}`;

describe('expand', () => {
  const variables: Record<string, string> = { A: 'one', B: '京都', EMPTY: '' };
  const lookup = (name: string) => variables[name];

  it('knows references, defaults and escapes', () => {
    expect(expand(`${ref('A')}/${ref('B')}`, lookup)).toMatchObject({ text: 'one/京都', variables: ['A', 'B'] });
    expect(expand(`${ref('NO:-x y')}${ref('EMPTY:-z')}${ref('NO:-')}`, lookup).text).toBe('x yz');
    expect(expand(`$${ref('A')} costs $5`, lookup)).toEqual({
      text: `${ref('A')} costs $5`,
      variables: [],
      faults: [],
    });
  });

  it.each(['NO', 'EMPTY'])('reports %s as missing', (name) => {
    expect(expand(ref(name), lookup).faults).toEqual([{ kind: 'missing', variable: name }]);
  });

  it.each([
    ref(''),
    ref('A-x'),
    ref('A:?no'),
    ref('1A'),
    ref('A.b'),
    ref(' A '),
    '$' + '{A',
    ref(`NO:-${ref('A')}`),
    '$A',
  ])('refuses %s', (text) => {
    expect(expand(text, lookup).faults[0]).toMatchObject({ kind: 'syntax' });
  });

  it('gives exactly the concatenation of its pieces', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,5}$/);
    const value = fc.string({ minLength: 1 }).filter((text) => !text.includes(`\${`));
    const literal = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('$'));
    const fallback = fc.string().filter((text) => !/[$}]/.test(text));
    const piece = fc.oneof(
      literal.map((text) => ({ source: text, result: () => text })),
      name.map((n) => ({ source: ref(n), result: (env: Map<string, string>) => env.get(n) ?? '' })),
      fc
        .tuple(name, fallback)
        .map(([n, d]) => ({ source: ref(`${n}:-${d}`), result: (env: Map<string, string>) => env.get(n) ?? d })),
      fc.constant({ source: `$${ref('X')}`, result: () => ref('X') }),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.dictionary(name, value), (pieces, dictionary) => {
        const env = new Map(Object.entries(dictionary));
        const { text, faults } = expand(pieces.map((one) => one.source).join(''), (n) => env.get(n));
        expect(text).toBe(pieces.map((one) => one.result(env)).join(''));
        for (const fault of faults) expect(fault.kind === 'missing' && !env.has(fault.variable)).toBe(true);
      }),
    );
  });

  it('lets no reference through in silence, whatever is written and whatever the variables hold', () => {
    const hostile = fc
      .array(fc.constantFrom('$', '{', '}', 'A', ':-', ' ', '京', '$' + '{A}'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(hostile, hostile, (source, value) => {
        const { text, faults } = expand(source, (name) => (name === 'A' ? value : undefined));
        const escaped = source.includes(`$\${`);
        return faults.length > 0 || escaped || !/\$\{/.test(text);
      }),
    );
  });

  it('leaves everything but text values of a tree as it is', () => {
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.string({ unit: fc.constantFrom('a', '京', ' ') }),
        fc.array(tie('node')),
        fc.dictionary(fc.string({ unit: fc.constantFrom('k', '鍵') }), tie('node')),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (value) => {
        expect(expandTree(value, () => 'never')).toEqual({ value, faults: [], origins: new Map() });
      }),
    );
  });
});

describe('parseEnvFile', () => {
  it('reads what people write', () => {
    const text = [
      '\ufeff# comment',
      'A=1',
      '  export B = two words # not this',
      "C='single $' # c",
      'D="line\\nbreak \\"q\\""',
      'E=',
      'F=a#b=c',
      'G="over',
      'two lines"',
      'H=京都',
      'A=last',
      '',
    ].join('\r\n');
    const { values, problems: found } = parseEnvFile(text);
    expect(found).toEqual([]);
    expect(Object.fromEntries(values)).toEqual({
      A: 'last',
      B: 'two words',
      C: 'single $',
      D: 'line\nbreak "q"',
      E: '',
      F: 'a#b=c',
      G: 'over\ntwo lines',
      H: '京都',
    });
  });
});

describe('variables of a home', () => {
  const yaml = `model: {name: "${ref('NAME')}", apiKey: "${ref('KEY')}"}`;

  it('come from .env, and from the real environment before it', () => {
    const { config } = load({ yaml, dotenv: 'NAME=file\nKEY=from-file', env: { NAME: 'real', KEY: '' } });
    expect(config.model.name).toBe('real');
    expect(config.model.apiKey?.reveal()).toBe('from-file');
    expect(config.model.apiKey?.variable).toBe('KEY');
  });

  it('stop the start when one is missing, naming variable, key and remedy', () => {
    expect(problems({ yaml, env: { NAME: 'x' } })).toEqual([
      'nightjar.yaml:1:26: model.apiKey: the variable KEY is not set. Set KEY in .env beside nightjar.yaml or in the environment.',
    ]);
  });

  it('are not taken from the prototype of the environment', () => {
    expect(problems({ yaml: `model: {name: "${ref('constructor')}"}` })[0]).toContain('constructor is not set');
  });

  it('may not hold an unexpanded reference themselves', () => {
    expect(problems({ yaml, env: { NAME: 'x', KEY: ref('REAL_KEY') } })[0]).toContain('KEY itself holds');
  });
});

describe('a missing variable inside a channel (C152)', () => {
  const yaml = [
    'channels:',
    '  telegram:',
    `    token: ${ref('TELEGRAM_BOT_TOKEN')}`,
    '    groups: { -1001234567890: { respond: always } }',
    '  discord:',
    `    token: "${ref('DISCORD_BOT_TOKEN')}"`,
    `    apiRoot: ${ref('DISCORD_ROOT')}`,
  ].join('\n');

  it('disables that channel only, and names the variable', () => {
    const { config, disabledChannels } = load({ yaml, env: { TELEGRAM_BOT_TOKEN: '1:abc' } });
    expect(Object.keys(config.channels)).toEqual(['telegram']);
    expect(config.channels.telegram).toMatchObject({ groups: { '-1001234567890': { respond: 'always' } } });
    expect(disabledChannels).toEqual([
      {
        id: 'discord',
        variable: 'DISCORD_BOT_TOKEN',
        reason:
          'The channel discord is off: the variable DISCORD_BOT_TOKEN is not set (channels.discord.token). Set DISCORD_BOT_TOKEN in .env beside nightjar.yaml or in the environment.',
      },
    ]);
  });

  it('does not hide what else is wrong there', () => {
    const wrong = yaml.replace('respond: always', 'respond: alway');
    expect(problems({ yaml: wrong })).toEqual([
      'nightjar.yaml:4:33: channels.telegram.groups.-1001234567890.respond: must be mentioned or always or commands or never, but is the text "alway". Did you mean always?',
    ]);
  });

  it('refuses unknown syntax there too, and a forgotten brace', () => {
    for (const token of [ref('TELEGRAM_BOT_TOKEN?'), '$TELEGRAM_BOT_TOKEN']) {
      const found = problems({
        yaml: `channels:\n  telegram:\n    token: ${token}\n`,
        env: { TELEGRAM_BOT_TOKEN: '1:a' },
      });
      expect(found).toHaveLength(1);
      expect(found[0]).toContain('is not understood');
    }
  });
});
