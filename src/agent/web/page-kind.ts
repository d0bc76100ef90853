// What a page is by the type that its server names. Pure.

/** `unknown`: the server names none, so the text itself is looked at. */
export type PageKind = 'html' | 'text' | 'json' | 'xml' | 'unknown';

/** Undefined for what is not read at all. */
export function kindOf(contentType: string): PageKind | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '') return 'unknown';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml')) {
    return type.startsWith('image/') ? undefined : 'xml';
  }
  return type.startsWith('text/') ? 'text' : undefined;
}

/** The kind of a text whose server named none; undefined for what is no text. */
export function kindByLook(text: string): Exclude<PageKind, 'unknown'> | undefined {
  if (text.slice(0, 4_096).includes('\0')) return undefined;
  const start = text.slice(0, 1_024).trimStart();
  if (start.startsWith('<?xml') && !/<html/i.test(start)) return 'xml';
  return start.startsWith('<') ? 'html' : 'text';
}
