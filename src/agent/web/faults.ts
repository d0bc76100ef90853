// What went wrong on the way to a page, in a sentence that the model can act on or hand on. Pure.

import { ToolError } from '../../contracts/index.js';
import { asData } from '../../text/as-data.js';

const OLD = 'The certificate of its server has expired, so it is not opened.';
const UNKNOWN = 'The certificate of its server was not issued by anybody who is trusted, so it is not opened.';

const BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no such host.',
  EAI_NODATA: 'There is no such host.',
  EAI_AGAIN: 'The name of its host could not be looked up just now.',
  ECONNREFUSED: 'Its server takes no connections there.',
  ECONNRESET: 'Its server broke off.',
  EPIPE: 'Its server broke off.',
  ETIMEDOUT: 'Its server did not answer.',
  EHOSTUNREACH: 'Its server cannot be reached.',
  ENETUNREACH: 'Its server cannot be reached.',
  CERT_HAS_EXPIRED: OLD,
  CERT_NOT_YET_VALID: 'The certificate of its server is not valid yet, so it is not opened.',
  CERT_REVOKED: 'The certificate of its server was taken back, so it is not opened.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of its server is for another host, so it is not opened.',
  EPROTO: 'Its server does not speak https there.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'Its server does not speak https there.',
  HPE_HEADER_OVERFLOW: 'Its server sent headers without end.',
};

/** The ToolError that something thrown amounts to, a ToolError itself unchanged. */
export function faultOf(error: unknown, url: URL): ToolError {
  if (error instanceof ToolError) return error;
  const code = codeIn(error);
  const known =
    BY_CODE[code] ?? (code.startsWith('Z_') || code.startsWith('ERR__ERROR') ? 'It is packed wrongly.' : '');
  const sentence = known || 'The connection to its server failed.';
  return new ToolError(`${asData(url.href, 200)} could not be read. ${sentence}`, { cause: error });
}

export function statusFault(status: number): ToolError {
  const wait = { remedy: 'Try it later, or do without it.' };
  if (status === 404 || status === 410) return new ToolError('There is no such page there (any more).');
  if (status === 401 || status === 403 || status === 407 || status === 451) {
    return new ToolError(`Its server does not show it to us (status ${status}): it may want a login.`);
  }
  if (status === 429) return new ToolError('Its server is asked too often just now (status 429).', wait);
  if (status >= 500) return new ToolError(`Its server has a fault (status ${status}).`, wait);
  return new ToolError(`Its server answered with status ${status} instead of a page.`);
}

/** Of several attempts at one host, those of the first. */
function codeIn(error: unknown): string {
  if (error instanceof AggregateError) return codeIn(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
