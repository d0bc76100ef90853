// Speech to text by any OpenAI-compatible endpoint. Never logs what was said or a key.

import { ModelError } from '../contracts/index.js';

export interface TranscriptionSettings {
  name: string;
  /** Default OpenAI's own. */
  baseUrl?: string;
  apiKey?: string;
}

export interface Speech {
  bytes: Uint8Array;
  name: string;
  mime: string;
}

export type Transcribe = (speech: Speech, signal: AbortSignal) => Promise<string>;

/** Imports the SDK at the first call. Rejects with a ModelError; the caller does without. */
export function transcriber({ name, baseUrl, apiKey }: TranscriptionSettings): Transcribe {
  return async (speech, signal) => {
    try {
      const { default: OpenAI, toFile } = await import('openai');
      const client = new OpenAI({ baseURL: baseUrl ?? null, apiKey: apiKey ?? 'none', maxRetries: 1 });
      const file = await toFile(Buffer.from(speech.bytes), speech.name, { type: speech.mime });
      const { text } = await client.audio.transcriptions.create({ file, model: name }, { signal });
      return text.trim();
    } catch (error) {
      throw new ModelError('unavailable', 'speech could not be written down', {
        remedy: 'Check the section transcription of nightjar.yaml.',
        cause: error,
      });
    }
  };
}
