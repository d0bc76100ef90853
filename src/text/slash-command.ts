// Reads a slash command from plain text. Pure.

/** A name is lower case here; `args` is everything behind it, trimmed; `bot` is whom `/name@bot` speaks to. */
export interface SlashCommand {
  name: string;
  bot?: string;
  args: string;
}

/** Undefined for text that only looks like one: `/etc/passwd`, `//`, `/`, `a /b`. */
export function readSlashCommand(text: string): SlashCommand | undefined {
  const match = /^\/([a-z][a-z0-9_-]{0,31})(?:@([a-z0-9_]+))?(?:\s+([\s\S]*))?$/i.exec(text.trim());
  if (!match?.[1]) return undefined;
  const [, name, bot, args = ''] = match;
  return { name: name.toLowerCase(), ...(bot === undefined ? {} : { bot }), args: args.trim() };
}
