// Where an embedder's requests go, with and without what is secret in the address. Pure.

const OPENAI = 'https://api.openai.com/v1';

export interface Endpoint {
  /** For requests: without user info, which fetch refuses in an address. */
  baseUrl: string;
  /** For sentences and the fingerprint's beginning: host and port. */
  host: string;
  /** Host, port and path: no user info, no query. */
  place: string;
  /** The Authorization header that the address's user info stands for. */
  basic: string | undefined;
}

/** The endpoint of a configured base URL; OpenAI's own without one. A text that is no URL names itself. */
export function endpointOf(configured: string | undefined): Endpoint {
  const text = configured ?? OPENAI;
  if (!URL.canParse(text)) return { baseUrl: text, host: text, place: text, basic: undefined };
  const url = new URL(text);
  const { username, password, host } = url;
  url.username = '';
  url.password = '';
  const user = `${plain(username)}:${plain(password)}`;
  return {
    baseUrl: url.href.replace(/\/$/, ''),
    host,
    place: `${host}${url.pathname.replace(/\/+$/, '')}`,
    basic: username || password ? `Basic ${Buffer.from(user).toString('base64')}` : undefined,
  };
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
