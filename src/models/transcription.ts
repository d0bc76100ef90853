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

/** Imports the SDK at the first call. Rejects with a ModelError, whose cause says what happened; the caller does without. */
export function transcriber({ name, baseUrl, apiKey }: TranscriptionSettings): Transcribe {
  return async (speech, signal) => {
    try {
      const { OpenAI, toFile } = await import('openai');
      // Deaf to the environment's own OPENAI_ variables, and silent.
      const client = new OpenAI({
        apiKey: apiKey ?? 'none',
        baseURL: baseUrl ?? 'https://api.openai.com/v1',
        organization: null,
        project: null,
        maxRetries: 1,
        logLevel: 'off',
        ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
      });
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
