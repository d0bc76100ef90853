// What providers say when they fail, as a table: words in, kind out. And what must never get into a text.

import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/contracts/index.js';
import { normaliseErrorBody } from '../../../src/models/error-body.js';
import { codesOf, toModelError } from '../../../src/models/openai-errors.js';
import { nextWait } from '../../../src/models/retry.js';
import { retryAfterMs } from '../../../src/text/retry-after.js';

const call = { id: 'openai/x', hasKey: true, keyVariable: 'OPENAI_API_KEY', now: 0 };

function failure(status: number | undefined, message: string, code?: string | number): ModelError {
  return toModelError(Object.assign(new Error(message), { status, code }), call);
}

describe('kinds', () => {
  it.each([
    [
      400,
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
      'OpenAI, DeepSeek, vLLM',
    ],
    [400, 'Your input exceeds the context window of this model.', 'OpenAI'],
    [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 'Gemini'],
    [400, 'the request exceeds the available context size, try increasing it', 'llama.cpp'],
    [500, 'the input length exceeds the context length', 'Ollama'],
    [400, 'Invalid request: Your request exceeded model token limit: 8192', 'Kimi'],
    [400, 'invalid params, context window exceeds limit (2013)', 'MiniMax'],
    [400, 'Prompt exceeds max length', 'GLM'],
    [400, '输入内容过长，超出模型上下文长度', 'Chinese'],
    [400, '提示词超长，请减少输入', 'Chinese'],
    [400, 'Range of input length should be [1, 30720]', 'Qwen'],
    [
      400,
      'input length and `max_tokens` exceed context limit: 170636 + 34048 > 200000, decrease input length or `max_tokens`',
      'Anthropic',
    ],
    [400, 'prompt is too long: 213462 tokens > 200000 maximum', 'Anthropic'],
    [400, 'Input tokens exceed the configured limit of 272000 tokens.', 'OpenAI'],
    [400, 'prompt token count of 135000 exceeds the limit of 128000', 'Copilot'],
    [400, "total tokens exceeds the model's max of 4096", 'Cohere'],
    [400, 'Input length 131393 exceeds the maximum allowed input length of 131040 tokens.', 'Poolside'],
    [400, 'tokens in request more than max tokens allowed', 'GLM'],
    [400, 'Input exceeds the max input token limit', 'Bedrock'],
    [400, "The input (140000 tokens) is longer than the model's context length (131072 tokens).", 'SGLang'],
    [400, '`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens', 'TGI'],
    [422, 'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000', 'TGI'],
    [400, 'The engine prompt length 33000 exceeds the max_model_len 32768. Please reduce prompt.', 'vLLM'],
    [400, 'request (66202 tokens) exceeds the available context size (65536 tokens), try increasing it', 'llama.cpp'],
    [400, 'Trying to keep the first 20000 tokens when context the overflows.', 'LM Studio'],
    [413, 'Payload Too Large', 'proxies'],
    [429, 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.', 'OpenAI tiers'],
  ])('%i %s is an overflow (%s)', (status, message) => {
    expect(failure(status, message)).toMatchObject({ kind: 'overflow', retryable: false });
  });

  it.each([
    [429, 'Rate limit reached for requests', 'rate-limit', true],
    [
      429,
      'Too many tokens per day, please wait before trying again. Maximum context length is unaffected',
      'rate-limit',
      true,
    ],
    [429, 'You exceeded your current quota, please check your plan and billing details.', 'rate-limit', false],
    [429, 'You exceeded your current quota, check billing details. Please retry in 32.5s.', 'rate-limit', true],
    [402, 'Insufficient Balance', 'rate-limit', false],
    [403, '账户余额不足', 'rate-limit', false],
    [401, 'Incorrect API key provided', 'auth', false],
    [403, 'Country not supported', 'auth', false],
    [400, 'API key not valid. Please pass a valid API key.', 'auth', false],
    [404, 'model "llama9" not found, try pulling it first', 'unavailable', false],
    [400, '模型不存在，请检查模型代码', 'unavailable', false],
    [400, 'Output data may contain inappropriate content (DataInspectionFailed)', 'refusal', false],
    [400, '系统检测到输入或生成内容可能包含不安全或敏感内容', 'refusal', false],
    [400, 'max_tokens is too large: 100000', 'bad-request', false],
    [400, 'max_tokens: 70000 > 64000, which is the maximum allowed number of output tokens', 'bad-request', false],
    [400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 'bad-request', false],
    [400, 'image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes', 'bad-request', false],
    [429, 'Too many tokens, please wait before trying again.', 'rate-limit', true],
    [422, 'whatever', 'bad-request', false],
    [500, 'oops', 'unavailable', true],
    [529, 'overloaded', 'unavailable', true],
    [408, 'slow', 'unavailable', true],
    [undefined, 'terminated', 'network', true],
    [undefined, 'Connection error.', 'network', true],
    [undefined, 'The server is overloaded', 'rate-limit', true],
    [undefined, 'something else', 'unavailable', true],
  ] as const)('%s %s is %s, retryable %s', (status, message, kind, retryable) => {
    expect(failure(status, message)).toMatchObject({ kind, retryable });
  });

  it('takes a numeric code inside a stream for the status', () => {
    expect(failure(undefined, 'upstream', 502)).toMatchObject({ kind: 'unavailable', retryable: true });
  });

  it('reads the wish for a wait from the words, when no header has it', () => {
    expect(failure(429, 'Please retry in 32.5s').retryAfterMs).toBe(32_500);
    expect(failure(429, 'Please try again in 20ms').retryAfterMs).toBe(20);
  });

  it('takes the time limits of fetch itself for silence', () => {
    const cause = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
    expect(toModelError(new TypeError('fetch failed', { cause }), call).kind).toBe('timeout');
  });

  it('gives back a ModelError that the SDK has wrapped', () => {
    const inner = new ModelError('bad-request', 'inner');
    expect(toModelError(new Error('Connection error.', { cause: inner }), call)).toBe(inner);
  });

  it('asks for a key when there is none', () => {
    const error = toModelError(Object.assign(new Error('no'), { status: 401 }), {
      id: 'openai/x',
      hasKey: false,
      now: 0,
    });
    expect(error.message).toMatch(/asks for a key/);
    expect(error.remedy).toContain('apiKey');
  });

  it('every failure that an operator can mend has a remedy', () => {
    for (const status of [400, 401, 402, 403, 404, 413])
      expect(failure(status, 'x').remedy, String(status)).toBeTruthy();
  });
});

describe('secrets', () => {
  it('the log gets codes, and no sentence that may repeat a prompt or a key', () => {
    const thrown = Object.assign(new Error('400 bad input: my secret plan, sk-proj-Ab12Cd34Ef56Gh78'), {
      code: 'invalid_prompt',
      type: 'a whole sentence as a type',
      cause: Object.assign(new Error('京都 is secret'), { code: 'ECONNRESET' }),
    });
    expect(codesOf(thrown)).toBe('Error invalid_prompt Error ECONNRESET');
  });

  it('no message repeats what the provider said', () => {
    for (const status of [400, 401, 404, 429, 500, undefined]) {
      const error = failure(status, 'PROVIDER-WORDS about somebody’s prompt');
      expect(`${error.message} ${error.remedy} ${error.cause}`).not.toContain('PROVIDER-WORDS');
    }
  });
});

describe('error bodies', () => {
  const messageOf = (body: string) => JSON.parse(normaliseErrorBody(body)).error;

  it.each([
    ['OpenAI', '{"error":{"message":"m","code":"c","type":"t"}}', { message: 'm', code: 'c', type: 't' }],
    ['vLLM', '{"object":"error","message":"m","type":"BadRequestError","code":400}', { message: 'm', code: 400 }],
    ['Ollama', '{"error":"m"}', { message: 'm' }],
    [
      'Gemini',
      '[{"error":{"message":"m","code":400,"status":"INVALID_ARGUMENT"}}]',
      { message: 'm', type: 'INVALID_ARGUMENT' },
    ],
    ['FastAPI', '{"detail":[{"msg":"m"}]}', { message: '[{"msg":"m"}]' }],
    [
      'MiniMax',
      '{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}',
      { message: 'insufficient balance', code: 1008 },
    ],
    ['a proxy', '<html>502</html>', { message: '<html>502</html>' }],
    ['nobody', '', { message: '' }],
  ])('of %s', (_, body, expected) => {
    expect(messageOf(body)).toMatchObject(expected);
  });
});

describe('waits', () => {
  const flaky = new ModelError('unavailable', 'x', { retryable: true });

  it('grow, with a quarter of jitter, and end with the retries', () => {
    expect([0, 0.5, 0.999].map((dice) => nextWait(flaky, 1, 2, dice))).toEqual([375, 500, 625]);
    expect(nextWait(flaky, 2, 2, 0.5)).toBe(2_000);
    expect(nextWait(flaky, 3, 2, 0.5)).toBeUndefined();
    expect(nextWait(flaky, 1, 0, 0.5)).toBeUndefined();
  });

  it('follow the server up to a minute', () => {
    const wish = (ms: number) => new ModelError('rate-limit', 'x', { retryable: true, retryAfterMs: ms });
    expect(nextWait(wish(60_000), 1, 2, 0)).toBe(60_000);
    expect(nextWait(wish(0), 1, 2, 0)).toBe(0);
    expect(nextWait(wish(60_001), 1, 2, 0)).toBeUndefined();
  });

  it('are not for silence, nor for what cannot be mended', () => {
    expect(nextWait(new ModelError('timeout', 'x', { retryable: true }), 1, 2, 0)).toBeUndefined();
    expect(nextWait(new ModelError('auth', 'x'), 1, 2, 0)).toBeUndefined();
  });

  it('are read from either header', () => {
    const now = Date.parse('2026-11-29T09:00:00Z');
    const wish = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);
    expect(wish({ 'retry-after': '2.5' })).toBe(2_500);
    expect(wish({ 'retry-after': 'Sun, 29 Nov 2026 08:00:00 GMT' })).toBe(0);
    expect(wish({ 'retry-after': '9', 'retry-after-ms': '10' })).toBe(10);
    expect(wish({ 'retry-after': 'soon' })).toBeUndefined();
    expect(wish({})).toBeUndefined();
  });
});
