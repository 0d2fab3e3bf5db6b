import { z } from 'zod';
import type { ProviderSettings } from '../providers/load-providers.ts';

export interface Recording {
  readonly bytes: Uint8Array;
  /** Null: nobody knows how long it is. */
  readonly durationMs: number | null;
}

/** `tokens`: prepaid tokens that it costs. */
export type TranscribeOutcome =
  | { readonly kind: 'transcribed'; readonly text: string; readonly tokens: number }
  /** Of a form that the provider does not take, or too long. */
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** Turns recordings into words. */
export interface Transcriber {
  transcribe(recording: Recording, signal: AbortSignal): Promise<TranscribeOutcome>;
}

const BASE_URL = 'https://api.openai.com/v1';
const MODEL = 'gpt-4o-mini-transcribe';
/** $0.003 a minute; a dollar is ten million prepaid tokens, as in the catalogue of models. */
const TOKENS_PER_MINUTE = 30_000;
const MINUTE_MS = 60_000;
/** The provider takes 25 MB; a voice message has a few hundred kilobytes. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Of a recording that does not say how long it is: a few kilobytes a second are less than any phone records. */
const BYTES_PER_MINUTE = 120_000;
const TIMEOUT_MS = 30_000;

const Answer = z.object({ text: z.string() });

/** OpenAI's transcription; it never throws. */
export function createTranscriber(
  { apiKey, baseUrl = BASE_URL }: ProviderSettings,
  ask: typeof globalThis.fetch = globalThis.fetch,
): Transcriber {
  return {
    async transcribe({ bytes, durationMs }, signal) {
      const ending = endingOf(bytes);
      if (ending === null) return { kind: 'unreadable', detail: 'not a form that OpenAI takes' };
      if (bytes.length > MOST_BYTES) return { kind: 'unreadable', detail: 'too large' };
      const form = new FormData();
      form.set('model', MODEL);
      form.set('response_format', 'json');
      form.set('file', new Blob([Uint8Array.from(bytes)]), `recording.${ending}`);
      try {
        const answer = await ask(`${baseUrl}/audio/transcriptions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}` },
          body: form,
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        if (!answer.ok) {
          await answer.body?.cancel();
          return {
            kind: answer.status === 400 ? 'unreadable' : 'failed',
            detail: `OpenAI: ${answer.status}`,
          };
        }
        const { text } = Answer.parse(await answer.json());
        return { kind: 'transcribed', text: text.trim(), tokens: costOf(durationMs, bytes.length) };
      } catch (error) {
        return { kind: 'failed', detail: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

const costOf = (durationMs: number | null, bytes: number): number =>
  Math.ceil((durationMs === null ? bytes / BYTES_PER_MINUTE : durationMs / MINUTE_MS) * TOKENS_PER_MINUTE);

/** The provider goes by the file's ending; what it is comes from its first bytes. */
function endingOf(bytes: Uint8Array): string | null {
  const ascii = (start: number, end: number): string => String.fromCharCode(...bytes.subarray(start, end));
  if (ascii(4, 8) === 'ftyp') return 'm4a';
  if (ascii(0, 4) === 'OggS') return 'ogg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WAVE') return 'wav';
  if (ascii(0, 4) === 'fLaC') return 'flac';
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'webm';
  const isMp3 = ascii(0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);
  return isMp3 ? 'mp3' : null;
}
