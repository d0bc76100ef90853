// What stands in the place of a secret and is none: where a program takes it from, and the names of methods and formats. Pure.

const HOLDERS =
  'process|os|env|config|conf|settings|self|this|req|request|res|props|state|ctx|context|args|argv|opts|options|data|params|query|secrets|vars?|local|user|form|values|app|Deno|Bun|ENV|System|credentials|input|github|module|event|body|session|account|auth|client|db|flask|django|getenv|getpass';

/** Where a program takes it from: a name, a call, a path, an address. */
export function isReference(text: string, isQuoted: boolean): boolean {
  if (/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w./\\~-]*$/.test(text) && /[/\\].*[a-z]{3}/i.test(text))
    return !text
      .split(/[/\\]/)
      .some((part) => part.length >= 10 && /\d/.test(part) && /[a-z][A-Z]|[A-Z][a-z]+[A-Z]/.test(part));
  if (/^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\//i.test(text) || /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(text)) return true;
  if (/^[\w-]+\.(?:txt|md|json|ya?ml|env|pem|key|crt|pdf|png|jpe?g|docx?|ts|js|py|sh|conf|kdbx|html?|php)$/i.test(text))
    return true;
  // Where a store of secrets keeps it.
  if (/^(?:env|vault|secrets?|file|ssm|sops|op|keyring|ref|arn|gcp|aws|azure)[:+]\S*$|^@[\w.]+\(/i.test(text))
    return true;
  if (/^%\w+\(/.test(text)) return true;
  if (isQuoted) return false;
  if (/^\/\^/.test(text)) return true;
  if (new RegExp(`^(?:${HOLDERS})(?:\\.|\\[|->|\\()`).test(text)) return true;
  if (/^[A-Za-z_$][\w$.]*\(/.test(text) || /^(?:await|new|lambda|function|async|return|null|None)\b/.test(text))
    return true;
  if (/^[A-Za-z_$][\w$]*(?:\[[\w$.'"]{1,40}\]|\?\.[\w$]+)+$/.test(text)) return true;
  if (/^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/.test(text) || /^[A-Z]+(?:_[A-Z]+)+$/.test(text)) return true;
  return /^[&*][A-Za-z]|^![A-Za-z]+$|^:[a-z_]+$|^@[A-Za-z_.]+@?$|^\?$|^\$\d+$|^\|[-+]?$/.test(text);
}

/** The name of a method or a format, a date, a version. */
export function isTechnical(text: string): boolean {
  return /^(?:(?:aes|sha|md|rsa|base|b?crypt|argon|utf|iso|oauth|totp|hotp|hmac|pbkdf|ed|tls|ssl|wpa|web|http|ipv)[-_]?\d{1,5}(?:[-_/.][A-Za-z0-9]{1,6}){0,2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|v?\d+(?:\.\d+)+)$/i.test(
    text,
  );
}
