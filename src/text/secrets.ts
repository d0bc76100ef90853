// Whether a text holds what must not be written down: keys of services, key blocks, payment cards, passwords said outright.
// Pure. Conservative: it names only what is almost certainly one; a plain number such as the code of a door is none.

const KEYS: readonly RegExp[] = [
  /\bsk-[\w-]{16,}/,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{16,}/,
  /\bgh[pousr]_\w{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bxox[abeprs]-[\w-]{10,}/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /\b\d{8,10}:[\w-]{35}\b/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

const NAMED = `(?:pass(?:word|wort|phrase|code)|passwd|pwd|kennwort|mot de passe|contraseña|hasło|api[ _-]?key|(?:access|auth|bot|api)[ _-]?token|(?:client )?secret|secret key|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호)`;
/** With a colon whatever follows is the value; behind "is" only what ends the sentence or looks like no word. */
const ASSIGNED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAMED}(?:\s*\([^)]*\)|\s+(?:is|ist|lautet|est|es|to|jest))?\s*[:=]\s*["'“„«「]?(?<value>[^\s"'”«»」]{4,})`,
  'iu',
);
const STATED = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]))${NAMED}(?:\s+(?:for|to|of|für|zum|zur|pour|de|del|para|do|od)(?:\s+\S+){1,4}?)?\s*(?:\s(?:is|ist|lautet|est|es|to|jest)\s|[是为為はが]|[은는이가]\s?)\s*["'“„«「]?(?<value>(?=\S*[\d!@#$%^&*_+])[!-~]{4,}|[!-~]{4,}(?=["'”»」]?[.!。！]*$))`,
  'iu',
);
/** What opens a door is a number that people tell each other. */
const DOOR =
  /door|gate|garage|entrance|shed|locker|haust|tür|\btor\b|porte|portail|puerta|portón|drzwi|bram|门|門|ドア|玄関|문(?:\s|은|을|의)/iu;

export function holdsSecret(text: string): boolean {
  const plain = text.normalize('NFKC');
  if (KEYS.some((key) => key.test(plain)) || holdsCard(plain)) return true;
  const value = ASSIGNED.exec(plain)?.groups?.value ?? STATED.exec(plain)?.groups?.value;
  if (value === undefined) return false;
  return !(/^\d{3,8}[#*]?[.,!。]?$/.test(value) && DOOR.test(plain));
}

/** 13 to 19 digits as on a payment card, which pass Luhn's check. */
function holdsCard(text: string): boolean {
  for (const [run] of text.matchAll(/(?<![\p{L}\p{N}+.-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\p{L}\p{N}])/gu)) {
    if (passesLuhn(run.replace(/\D/g, ''))) return true;
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
