// A text as a URL, if it is one. Pure. Not by URL.canParse: once it is compiled, Node 20 takes letters such as ü for no text there.

export function urlIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
