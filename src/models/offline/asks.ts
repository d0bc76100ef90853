// Whether a text asks for something, or tells it: what finds nothing needs another answer. Pure.

const latin =
  /^(?:and |but |so |hi,? |hey,? )*(?:who|whom|whose|what|where|when|which|why|how|do|does|did|is|are|am|was|were|can|could|will|would|shall|should|may|have|has|had|any|tell|find|search|show|list|look|give|wo|wer|wen|wem|was|wann|wie|warum|welche[rsnm]?|wohin|woher|weißt|kennst|hast|hat|ist|sind|kannst|suche?|finde|zeige?|sag|qui|que|quoi|où|quand|comment|pourquoi|quel(?:le)?s?|est-ce|sais-tu|tu te souviens|cherche|trouve|dis|dónde|quién(?:es)?|qué|cuál(?:es)?|cuándo|cómo|cuánt[oa]s?|busca|encuentra|dime|sabes)(?!\p{L})/iu;
const elsewhere =
  /[吗嗎呢][。.!！]?$|什么|什麼|哪|谁|誰|多少|几[个點点号歲岁]|幾[個點号號歲]|怎么|怎麼|怎样|怎樣|为什么|為什麼|告诉我|告訴我|(?:か|かな|の)[。.]?$|どこ|だれ|いつ|なぜ|どう|どの|どれ|何|教えて|어디|누구|언제|무엇|뭐|왜|어떻게|어떤|몇|알려|(?:까|나요|니)[.]?$/u;

/** Whether `said` is a question or a wish to be shown something, by its form. */
export function asks(said: string): boolean {
  return /[?？]\s*$|^¿/u.test(said) || latin.test(said) || elsewhere.test(said);
}
