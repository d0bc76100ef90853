// nightjar.yaml as a whole: what is accepted, and one line with place, key and remedy for everything that is not.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.js';
import { ConfigError } from '../../../src/contracts/index.js';
import { load, problems } from '../../support/config-home.js';
import { tempDir } from '../../support/temp-dir.js';

describe('defaults', () => {
  it.each([undefined, '', '# only a comment\n', '---\n', 'model:\nchannels:\n'])('come from %j', (yaml) => {
    const { config, disabledChannels } = load(yaml === undefined ? {} : { yaml });
    expect(config).toMatchObject({
      owner: [],
      timezone: 'Asia/Tokyo',
      log: { level: 'info' },
      model: { provider: 'offline', timeoutSeconds: 60, retries: 2, fallbacks: [] },
      embedding: { provider: 'none' },
      channels: {},
      agent: { maxToolRounds: 24, concurrency: 8, turnTimeoutSeconds: 600 },
      compaction: { target: 0.5, flushThreshold: 0.75, threshold: 0.9 },
    });
    expect(disabledChannels).toEqual([]);
  });

  it('choose openai when a name or an address is given', () => {
    expect(load({ yaml: 'model: {name: qwen3}' }).config.model.provider).toBe('openai');
    const { provider, name } = load({ yaml: 'model: {baseUrl: "http://localhost:11434/v1"}' }).config.model;
    expect([provider, name]).toEqual(['openai', 'gpt-5-mini']);
    expect(problems({ yaml: 'model: {provider: openai}' })).toEqual([
      'nightjar.yaml:1:1: model.name: is missing. Add the name of the model, such as gpt-5-mini.',
    ]);
  });

  it('search memory by words, keep the index fresh, and name sources in private', () => {
    const { memory, embedding } = load({ yaml: 'memory:\nembedding:\n' }).config;
    expect(memory).toEqual({
      extraPaths: [],
      wiki: [],
      chunk: { tokens: 400, overlap: 80 },
      sync: {
        watch: true,
        intervalMinutes: 30,
        onSessionStart: true,
        onSearch: true,
        transcript: { bytes: 100_000, messages: 50 },
      },
      autoRecall: 'off',
      citations: 'auto',
    });
    expect(embedding).toEqual({
      provider: 'none',
      vectorWeight: 0.7,
      batchSize: 64,
      timeoutSeconds: 60,
      queryBudgetMs: 500,
      cacheEntries: 50_000,
    });
  });

  it('embed as soon as a model is named, unless told not to', () => {
    const provider = (yaml: string) => load({ yaml }).config.embedding.provider;
    expect(provider('embedding: {name: bge-m3, baseUrl: "http://127.0.0.1:11434/v1"}')).toBe('openai');
    expect(provider('embedding: {provider: none, name: bge-m3}')).toBe('none');
  });

  it('leave a channel with an empty section switched on', () => {
    expect(load({ yaml: 'channels:\n  console:\n' }).config.channels).toEqual({ console: {} });
  });
});

describe('accepted as people write it', () => {
  it('takes CRLF, anchors and CJK', () => {
    const yaml = 'model: &m\r\n  name: 通义千问\r\n  baseUrl: http://localhost:1/v1\r\nlog: {level: debug}\r\n';
    expect(load({ yaml }).config).toMatchObject({ model: { name: '通义千问' }, log: { level: 'debug' } });
    const anchored = 'model:\n  name: a\n  fallbacks: [{name: b, retries: &n 5}, {name: c, retries: *n}]\n';
    expect(load({ yaml: anchored }).config.model.fallbacks.map((one) => one.retries)).toEqual([5, 5]);
  });

  it('takes a place to search as a path, or with whose it is', () => {
    const yaml = [
      'memory:',
      '  extraPaths: [~/notes, { path: 手册, scope: "group:console:team" }]',
      '  wiki: [{ path: /srv/docs, scope: "person:ann", name: 文档 }, { path: docs, scope: shared }]',
      '  sync: { transcript: off }',
    ].join('\n');
    expect(load({ yaml }).config.memory).toMatchObject({
      extraPaths: [
        { path: '~/notes', scope: { kind: 'main' } },
        { path: '手册', scope: { kind: 'group', channel: 'console', chat: 'team' } },
      ],
      wiki: [
        { path: '/srv/docs', scope: { kind: 'person', person: 'ann' }, name: '文档' },
        { path: 'docs', scope: 'shared' },
      ],
      sync: { transcript: 'off', watch: true },
    });
  });

  it('never writes the file', () => {
    const home = tempDir();
    const file = join(home, 'nightjar.yaml');
    for (const yaml of ['model: {name: x}\n', 'model: {nam: x,}\n']) {
      writeFileSync(file, yaml);
      try {
        loadConfig({ home, env: {}, defaultTimezone: 'UTC' });
      } catch {}
      expect(readFileSync(file, 'utf8')).toBe(yaml);
      expect(existsSync(join(home, '.env'))).toBe(false);
    }
  });
});

describe('one line names place, key, fault and remedy', () => {
  it.each<[string, string, string]>([
    ['typo', 'model:\n  nmae: x\n', '2:3: model.nmae: unknown key. Did you mean name?'],
    ['typo at the top', 'modle: {}\n', '1:1: modle: unknown key. Did you mean model?'],
    ['other spelling', 'model: {name: x, base_url: y}\n', '1:18: model.base_url: unknown key. Did you mean baseUrl?'],
    ['unknown channel', 'channels: {telegarm: {}}\n', '1:12: channels.telegarm: unknown key. Did you mean telegram?'],
    ['nothing near', 'log:\n  rotation: 1\n', '2:3: log.rotation: unknown key. Valid keys here: level.'],
    [
      'text for a number',
      'agent: {concurrency: "8"}\n',
      '1:9: agent.concurrency: must be a number, but is the text "8". Write digits only, without quotes or units.',
    ],
    [
      'number for text',
      'model: {name: 5}\n',
      '1:9: model.name: must be text, but is the number 5. Put it in quotes: "5".',
    ],
    [
      'text for a list',
      'owner: telegram:1\n',
      '1:1: owner: must be a list, but is the text "telegram:1". Write a list: ["first", "second"].',
    ],
    [
      'list for a section',
      'log: [info]\n',
      '1:1: log: must be a section with keys of its own, but is a list. Write its keys on the lines below, indented by two spaces.',
    ],
    [
      'text for a yes',
      'dreaming: {enabled: yes}\n',
      '1:12: dreaming.enabled: must be true or false, but is the text "yes". Write true or false, without quotes.',
    ],
    [
      'a memory that is named twice',
      'dreaming: {scopes: [{scope: main, enabled: true}, {scope: main, enabled: false}]}\n',
      '1:52: dreaming.scopes[1].scope: the text "main" names a memory that is named above. Keep one of the two.',
    ],
    ...['0 3 30 2 *', '99 99 * * *', '*/0 * * * *', 'L L L L L'].map((cron): [string, string, string] => [
      `a night that never comes: ${cron}`,
      `dreaming: {cron: "${cron}"}\n`,
      `1:12: dreaming.cron: the text "${cron}" is no time that ever comes. Write minute, hour, day, month and weekday, such as "0 3 * * *".`,
    ]),
    [
      'fraction',
      'model: {name: x, retries: 1.5}\n',
      '1:18: model.retries: must be a whole number, but is the number 1.5. Write digits only, without quotes or units.',
    ],
    [
      'no such choice',
      'log: {level: inf}\n',
      '1:7: log.level: must be debug or info or warn or error, but is the text "inf". Did you mean info?',
    ],
    [
      'out of range',
      'model: {name: x, retries: 99}\n',
      '1:18: model.retries: must be at most 10, but is the number 99. Choose a value in that range, or leave the key out.',
    ],
    [
      'small window',
      'model:\n  name: x\n  contextTokens: 4000\n',
      '3:3: model.contextTokens: must be at least 16000. Choose a model with a larger window.',
    ],
    [
      'time zone',
      'timezone: Europe/Berln\n',
      '1:1: timezone: the text "Europe/Berln" is not a time zone. Did you mean Europe/Berlin?',
    ],
    [
      'compaction order',
      'compaction: {target: 0.8}\n',
      '1:1: compaction: target (0.8) must be below flushThreshold (0.75), and that below threshold (0.9). Correct one of the three.',
    ],
    [
      'large integer',
      'owner: [80351110224678912]\n',
      '1:9: owner[0]: the number 80351110224678912 is too large to keep exactly. Put an id in quotes: "80351110224678912".',
    ],
    [
      'large integer as a key',
      'channels:\n  discord:\n    token: x\n    groups:\n      80351110224678913: {}\n',
      '5:7: channels.discord.groups.80351110224678913: the number 80351110224678913 is too large to keep exactly. Put an id in quotes: "80351110224678913".',
    ],
    [
      'duplicate key',
      'model:\n  name: a\n  retries: 1\n  name: b\n',
      '4:3: model.name: this key stands twice, first on line 2. Keep one of the two.',
    ],
    [
      'key that would go unseen',
      'model:\n  name: a\nskills:\n  entries:\n    __proto__: { enabled: false }\n',
      '5:5: skills.entries.__proto__: nothing can have this name. Remove the line, or use another name.',
    ],
    ['comma in braces', 'model: { name: x, }\n', '1:17: model.name: there is a comma too many. Remove the comma.'],
    ['comma in brackets', 'owner: ["telegram:1",]\n', '1:21: owner[0]: there is a comma too many. Remove the comma.'],
    [
      'comma from JSON',
      'model:\n  name: "x",\n  retries: 1\n',
      '2:12: model.name: there is a comma too many. Remove the comma.',
    ],
    [
      'comma behind a plain value',
      'model:\n  name: gpt-5,\n',
      '2:14: model.name: there is a comma too many. Remove the comma, or put the value in quotes if the comma belongs to it.',
    ],
    ['tab', 'model:\n\tname: x\n', '2:1: model: a tab stands where spaces must be. Replace the tab by spaces.'],
    [
      'bare variable',
      'queue: { redis: $' + '{REDIS} }\n',
      '1:17: queue.redis: $' + '{REDIS} needs quotes inside braces and brackets. Write "$' + '{REDIS}".',
    ],
    [
      'bare variable in a list',
      'owner: [$' + '{ME}]\n',
      '1:9: owner[0]: $' + '{ME} needs quotes inside braces and brackets. Write "$' + '{ME}".',
    ],
    [
      'name as owner',
      'owner: ["@bob"]\n',
      '1:9: owner[0]: the text "@bob" is a name, and names can change hands. Write channel:id, such as "telegram:123456"; the platform’s own id lookup, or /whoami in a chat with the bot, shows the number.',
    ],
    [
      'bare id as owner',
      'owner: ["123456"]\n',
      '1:9: owner[0]: the text "123456" must name the channel too. Write channel:id, such as "telegram:123456"; the platform’s own id lookup, or /whoami in a chat with the bot, shows the number.',
    ],
    [
      'number as owner',
      'owner: [123456]\n',
      '1:9: owner[0]: the number 123456 must be an account in quotes. Write channel:id, such as "telegram:123456"; the platform’s own id lookup, or /whoami in a chat with the bot, shows the number.',
    ],
    [
      'a list',
      '- model\n',
      '1:1: the file is a list, but must be keys with values. Write key: value on each line, with a space behind the colon.',
    ],
    [
      'a word',
      'model\n',
      '1:1: the file is a single value, but must be keys with values. Write key: value on each line, with a space behind the colon.',
    ],
    [
      'two documents',
      'log: {}\n---\nlog: {}\n',
      '2:1: log: a line of --- begins a second document. Keep everything in one document.',
    ],
    [
      'small chunk',
      'memory: {chunk: {tokens: 100, overlap: 100}}\n',
      '1:10: memory.chunk: overlap (100) must be below tokens (100). Lower overlap, or raise tokens.',
    ],
    [
      'large chunk',
      'memory: {chunk: {tokens: 8000}}\n',
      '1:18: memory.chunk.tokens: must be at most 2000, but is the number 8000. Choose a value in that range, or leave the key out.',
    ],
    [
      'no scope',
      'memory:\n  extraPaths:\n    - { path: notes, scope: private }\n',
      '3:22: memory.extraPaths[0].scope: the text "private" is no scope. Write main, shared, person:<id> or group:<channel>:<chat>, where the channel is console, discord, telegram.',
    ],
    [
      'typo in a place',
      'memory: {wiki: [{path: a, scop: shared}]}\n',
      '1:27: memory.wiki[0].scop: unknown key. Did you mean scope?',
    ],
    [
      'place without a path',
      'memory: {wiki: [{scope: shared}]}\n',
      '1:17: memory.wiki[0].path: is missing. Add it: A folder or a Markdown file: absolute, from ~, or inside the workspace.',
    ],
    [
      'neither path nor place',
      'memory: {extraPaths: [5]}\n',
      '1:23: memory.extraPaths[0]: must be text or a section with keys of its own, but is a number. Write one of the two.',
    ],
    [
      'neither off nor a size',
      'memory: {sync: {transcript: never}}\n',
      '1:17: memory.sync.transcript: must be off or a section with keys of its own, but is a text. Write one of the two.',
    ],
    [
      'wrong inside a choice',
      'memory: {sync: {transcript: {bytes: 5}}}\n',
      '1:30: memory.sync.transcript.bytes: must be at least 1000, but is the number 5. Choose a value in that range, or leave the key out.',
    ],
    [
      'embedder without a model',
      'embedding: {baseUrl: "http://127.0.0.1:11434/v1"}\n',
      '1:1: embedding.name: is missing. Add the name of the model, such as bge-m3.',
    ],
    [
      'share of vectors',
      'embedding: {name: bge-m3, vectorWeight: 70}\n',
      '1:27: embedding.vectorWeight: must be at most 1, but is the number 70. Choose a value in that range, or leave the key out.',
    ],
    [
      'missing token',
      'channels:\n  telegram:\n    dm: off\n',
      '2:3: channels.telegram.token: is missing. Add it: The bot token from @BotFather; best kept in .env.',
    ],
    [
      'endless alias',
      'log: &a {level: *a}\n',
      '1:1: log.level: aliases repeat each other without end. Write the values out.',
    ],
    [
      'key with a variable',
      '"$' + '{X}": 1\n',
      '1:1: $' + '{X}: variables are not expanded in keys. Write the key itself, or put the variable into a value.',
    ],
  ])('%s', (_, yaml, line) => {
    expect(problems({ yaml })).toEqual([`nightjar.yaml:${line}`]);
  });

  it('says all problems at once, in the order of the file, also behind broken syntax', () => {
    const yaml = [
      'modle: 1',
      'queue: { redis: $' + '{REDIS}, }',
      'model:',
      '  name: "x",',
      '  retries: zwei',
      'log: { level: 3 }',
      'log: {}',
      'owner: [bob, 90071992547409930]',
    ].join('\n');
    expect(problems({ yaml }).map((line) => line.replace(/^nightjar\.yaml:(\d+):\d+: (\S+):.*$/, '$1 $2'))).toEqual([
      '1 modle',
      '2 queue.redis',
      '2 queue.redis',
      '4 model.name',
      '5 model.retries',
      '6 log.level',
      '7 log',
      '8 owner[0]',
      '8 owner[1]',
    ]);
  });

  it('refuses what is not there in this version', () => {
    const yaml = 'voices: {}\n';
    expect(problems({ yaml })).toHaveLength(1);
  });

  it('survives any nesting', () => {
    for (const yaml of ['['.repeat(50_000), 'a: {'.repeat(2_000), '- '.repeat(20_000)]) {
      const found = problems({ yaml });
      expect(found.length).toBeGreaterThan(0);
      expect(Math.max(...found.map((line) => line.length))).toBeLessThan(500);
    }
  });
});

describe('any text at all', () => {
  it('is accepted or refused with lines of the one form, and never anything else', () => {
    const token = fc.constantFrom(
      ...[
        'model',
        'name',
        'channels',
        'telegram',
        'groups',
        'owner',
        'log',
        'level',
        'x',
        '京都',
        '5',
        '-100',
        'null',
        '~',
      ],
      ...[
        ':',
        ': ',
        ',',
        '\n',
        '\n  ',
        '\n    ',
        '\t',
        '{',
        '}',
        '[',
        ']',
        '- ',
        '"',
        "'",
        '#',
        '&a ',
        '*a',
        '!t ',
        '|',
        '>',
        '? ',
        '---',
      ],
      ...['$', '$' + '{A}', '$$' + '{', '99999999999999999', '1e400', '.nan', '<<', '\r\n', '\u0085'],
    );
    const text = fc.array(token, { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (yaml) => {
        for (const line of problems({ yaml })) expect(line).toMatch(/^nightjar\.yaml(:\d+:\d+)?: .+[.?]$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('files that cannot be read as they are', () => {
  it('names a folder, a wrong encoding and a NUL byte', () => {
    const home = tempDir();
    mkdirSync(join(home, 'nightjar.yaml'));
    expect(() => loadConfig({ home, env: {}, defaultTimezone: 'UTC' })).toThrow(
      new ConfigError('nightjar.yaml: this is a folder, but must be a file. Move the folder away.'),
    );
    expect(problems({ yaml: Buffer.from('model: {name: x}', 'utf16le') })[0]).toMatch(/NUL byte/);
    expect(problems({ yaml: Buffer.from([0x6d, 0x3a, 0x20, 0xe9, 0x0a]) })[0]).toMatch(
      /not UTF-8 text\. Save it again/,
    );
  });

  it('names a bad line of .env without repeating it', () => {
    const found = problems({ yaml: 'log: {levle: x}', dotenv: 'A=1\nsk-secret-value\nB="open\n' });
    expect(found.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual(['.env:2', '.env:3', 'nightjar.yaml:1']);
    expect(found.join()).not.toContain('sk-secret');
  });
});
