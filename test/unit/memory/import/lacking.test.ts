// What one text has that another lacks, and which lines are a secret's.

import { describe, expect, it } from 'vitest';
import { lackingLines } from '../../../../src/memory/import/lacking.js';
import { siftSecrets } from '../../../../src/memory/import/secret-lines.js';

describe('what lacks', () => {
  it('comes with the headings above it, lower, and without what is there', () => {
    const theirs =
      '# Memory\n\nintro\n\n## Router\n\n- vlan 30\n- gateway .1\n\n## 茶\n\n- 凤凰单丛\n\n### 얼음\n- 물\n## Empty\n\n## Known\n- here\n';
    const ours = '# Memory\n\n- gateway .1  \n- here\n';
    expect(lackingLines(theirs, ours, { below: 2 })).toEqual([
      ...['### Memory', '', 'intro', '', '#### Router', '', '- vlan 30', '', '#### 茶', '', '- 凤凰单丛', ''],
      ...['##### 얼음', '', '- 물'],
    ]);
  });

  it('leaves headings as they are where nothing is put below another, and out where ours has them', () => {
    expect(lackingLines('# 2026-11-29\n\n- a\n- b\n## x\n- c\n', '# 2026-11-29\n\n- b\n')).toEqual([
      ...['- a', '', '## x', '', '- c'],
    ]);
  });

  it('takes a fence whole, or not at all', () => {
    const theirs = '- a\n```sh\nx\n}\n# no heading\n```\n- b\n';
    expect(lackingLines(theirs, '}\n- a\n- b\n')).toEqual(['```sh', 'x', '}', '# no heading', '```']);
    expect(lackingLines(theirs, theirs)).toEqual([]);
  });

  it('finds nothing in what it brought', () => {
    const theirs = '# A\n- one\n- two\n- one\n\n## B\n~~~\ncode\n~~~\n';
    const brought = lackingLines(theirs, '', { below: 2 }).join('\n');
    expect(lackingLines(theirs, `- mine\n${brought}\n`, { below: 2 })).toEqual([]);
  });
});

describe('lines that hold a secret', () => {
  it('are named and left out, a key of several lines as a whole, and the code of a door stays', () => {
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\nAAAA\n-----END OPENSSH PRIVATE KEY-----';
    const text = `- 门码 4711\n${key}\n- the gate code is 4711\n- password: hunter2hunter2\nend\n`;
    expect(siftSecrets(text)).toEqual({ text: '- 门码 4711\n- the gate code is 4711\nend\n', lines: [2, 3, 4, 5, 7] });
  });
});
