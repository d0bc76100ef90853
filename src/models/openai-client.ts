// The openai package's client for one endpoint. The package is imported at the first use; nothing is sent here.

/** Where the API is and who asks. */
export interface Endpoint {
  /** Default OpenAI's own. */
  baseUrl?: string;
  apiKey?: string;
}

/** setTimeout's largest delay: switches off the SDK's own time limit, which knows nothing of the clock. */
const NO_LIMIT_MS = 2_147_483_647;

/** The SDK's client, deaf to the environment's own OPENAI_ variables, silent, without retries and time limits of its own. */
export async function connect(settings: Endpoint, fetch: typeof globalThis.fetch) {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    apiKey: settings.apiKey ?? 'none',
    baseURL: settings.baseUrl ?? 'https://api.openai.com/v1',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: NO_LIMIT_MS,
    logLevel: 'off',
    fetch,
    ...(settings.apiKey === undefined && { defaultHeaders: { Authorization: null } }),
  });
}
