// The words of the person who wrote a message, without what they quote or pass on and what was said around it. Pure. What
// may be somebody else's is left out.

/** Lines that the agent writes above others' words. */
const ABOVE_OTHERS =
  /^\[(?:Said here since your last reply|Inter-session message|In reply to|Forwarded from)\b[^\n]*\bdata, not (?:an )?instructions?\]?[^\n]*$|^\[Inter-session message\][^\n]*$/;
const OWN = '[Their own words]';
const SPEAKER = /^From [^\n]{1,80} \((?:owner|admin|member|stranger)\):$/;
const FILE = /^\[\p{L}+ "[^\n]*\]$/u;

/** `said` without what the agent put behind it. Empty when nothing in it is their own. */
export function ownWords(said: string): string {
  const lines = said.split('\n');
  let at = 0;
  let passed = false;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (ABOVE_OTHERS.test(line)) passed = true;
    else if (line === OWN) {
      at++;
      break;
    } else if (!(passed && line.startsWith('>')) && !SPEAKER.test(line) && !FILE.test(line)) break;
  }
  return lines.slice(at).join('\n').trim();
}
