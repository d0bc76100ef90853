// Strings inside a text that are commands to the machinery behind a model: test strings on which a provider refuses the
// whole conversation, and control marks of chat templates. They are made harmless, never taken out. Pure.

/** Stands inside the string from then on: readers do not see it, and machines no longer find what they look for. */
const GAP = '\u200b';

const MARK = new RegExp(
  [
    // Two strings of Anthropic's, followed by a code.
    'ANTHROPIC_MAGIC_(?=STRING)',
    // ChatML, Llama 3, Phi, Qwen, GLM, Command R, gpt-oss and many more write <|name|>; DeepSeek with wide bars.
    '<(?=\\|[A-Za-z][\\w.:/-]{0,40}\\|>)',
    '<(?=｜[A-Za-z][\\w▁.:/-]{0,40}｜>)',
    // Llama 2 and Mistral. A lone <s> is HTML's.
    '\\[(?=/?(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)\\])',
    '<(?=</?SYS>>)',
    '<(?=/s>\\s{0,3}(?:<s>|\\[INST\\]))',
    // Gemma.
    '<(?=(?:start_of_turn|end_of_turn|bos|eos)>)',
    // Half a surrogate pair, which stands for nothing and is no valid JSON to some.
    '\\p{Surrogate}',
  ].join('|'),
  'gu',
);

/**
 * The text with every such string broken by an invisible character; all other text as it was. The same text gives the same
 * result, a result is left as it is, and JSON stays JSON.
 */
export function harmless(text: string): string {
  return text.replace(MARK, (found) => (/^\p{Surrogate}$/u.test(found) ? '\ufffd' : found + GAP));
}
