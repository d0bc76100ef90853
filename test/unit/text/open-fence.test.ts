import { describe, expect, it } from 'vitest';
import { openFence } from '../../../src/text/open-fence.js';

describe('what closes a text', () => {
  it.each([
    ['plain 文', ''],
    ['```\ncode', '\n```'],
    ['```ts\ncode\n', '```'],
    ['```\ncode\n```', ''],
    ['````\n```\n', '````'],
    ['~~~ py\n```', '\n~~~'],
    ['```\na\n``` b', '\n```'],
    ['``` not `code`', ''],
    ['    ```\nindented', ''],
    ['```\none\n```\n\n```\ntwo', '\n```'],
  ])('%j is %j', (text, closing) => {
    expect(openFence(text)).toBe(closing);
  });
});
