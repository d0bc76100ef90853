// Jobs and shares in words: what a person reads of them, and what they do not have to.

import { describe, expect, it } from 'vitest';
import { span } from '../../../src/text/amount.js';
import { jobDoing, jobRemedy, jobShare, jobsCounted, reasonAsWords, reasonWords } from '../../../src/text/job-words.js';
import { useWords } from '../../../src/text/work-words.js';

describe('a job in words', () => {
  it('says what is done, whoever does it; a name without words is shown as it is', () => {
    expect(jobDoing('send@gateway')).toBe('sending a reply');
    expect(jobsCounted('flush', 1)).toBe('1 conversation to write down');
    expect(jobsCounted('send@terminal/7', 3)).toBe('3 replies to send');
    expect([jobDoing('dream'), jobsCounted('dream', 2)]).toEqual(['dream', '2 × dream']);
  });

  it('tells its share, which is never all of it while it runs', () => {
    expect([jobShare(undefined), jobShare({ done: 2, total: 5 }), jobShare({ done: 5, total: 5 })]).toEqual([
      undefined,
      '40 %',
      '99 %',
    ]);
  });

  it.each([
    ['the provider refused the key (gave up after 5 attempts)', 'The provider refused the key. I tried 5 times.'],
    ['ModelError: no answer (gave up after 120 s)', 'No answer. I tried for 2 min.'],
    ['金鑰被拒絕。', '金鑰被拒絕。'],
    ['there is no room to write /srv/state.sqlite', 'There is no room to write /srv/state.sqlite.'],
    ["Cannot read properties of undefined (reading 'x')", 'Something went wrong inside me; the log says what.'],
    [
      'x.map is not a function (gave up after 1 attempt)',
      'Something went wrong inside me; the log says what. I tried once.',
    ],
    ['SQLITE_CONSTRAINT: UNIQUE failed', 'Something went wrong inside me; the log says what.'],
    ['boom at file:///app/dist/src/x.js:12:3', 'boom.'],
    ['  ', 'No reason was kept.'],
    [undefined, 'No reason was kept.'],
  ])('was given up because: %s', (reason, says) => {
    expect(reasonWords(reason)).toBe(says);
  });

  it('gives others’ words no way to be markup or a link', () => {
    expect(reasonAsWords('the model did not answer')).toBe('The model did not answer.');
    expect(reasonAsWords('see [here](https://evil.example)')).toBe('`See [here](https://evil.example).`');
    expect(reasonAsWords('ask evil.example')).toBe('`Ask evil.example.`');
  });

  it('says what helps, with the command that does', () => {
    const retry = (id: string) => `/jobs retry ${id}`;
    expect(jobRemedy({ id: 'abcdef0123', name: 'turn' }, retry)).toBe(
      'Its author was told, and can write it again. /jobs retry abcdef01 tries it once more.',
    );
    expect(jobRemedy({ id: 'a', name: 'dream' }, retry)).toBe('/jobs retry a tries it once more.');
  });
});

describe('what was used', () => {
  it('is told with its limits', () => {
    const use = { runs: 30, tokens: 1_200, over: false };
    expect(useWords({ ...use, kind: 'flush', limits: {} })).toBe('flush 30 runs, 1,200 tokens');
    expect(useWords({ ...use, kind: 'heartbeat', limits: { runs: 200, tokens: 500_000 } })).toBe(
      'heartbeat 30 of 200 runs, 1,200 of 500,000 tokens',
    );
    expect(useWords({ kind: 'snapshot', runs: 1, tokens: 9, limits: { runs: 1 }, over: true })).toBe(
      'snapshot 1 of 1 run, 9 tokens (spent)',
    );
  });

  it('takes time in its largest unit', () => {
    expect([-5, 0, 12_000, 89_000, 120_000, 7_200_000, 86_400_000 * 5].map(span)).toEqual([
      '0 s',
      '0 s',
      '12 s',
      '89 s',
      '2 min',
      '2 h',
      '5 days',
    ]);
  });
});
