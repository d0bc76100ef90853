// The seam through which every inbound text passes before its first write.
// Detectors of keys, tokens and key blocks go here; until one exists the text is left as it is.

/** `secrets` are the raw values taken out; they live in the receiving process for one turn and are never written. */
export function redactInbound(text: string): { text: string; secrets: readonly string[] } {
  return { text, secrets: [] };
}
