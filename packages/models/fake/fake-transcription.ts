import type { IncomingHttpHeaders } from 'node:http';

export const TRANSCRIPTION_PATH = '/openai/v1/audio/transcriptions';
const ENDINGS = /\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/;
const FIELDS = new Set(['model', 'response_format', 'file', 'language', 'prompt', 'temperature']);

export type FakeTranscription =
  | { readonly model: string; readonly body: unknown; readonly answer: { readonly text: string } }
  | { readonly model: string; readonly body: unknown; readonly problem: string };

/** Reads a call of the real form, multipart; the "transcript" tells how many bytes were heard. */
export async function readTranscription(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<FakeTranscription> {
  const body = { contentType: headers['content-type'] ?? '', bytes: bytes.length };
  const form = await new Response(Uint8Array.from(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => null);
  const model = form?.get('model');
  const file = form?.get('file');
  if (typeof model !== 'string' || model === '') return { model: '', body, problem: 'model: required' };
  const unknown = [...(form?.keys() ?? [])].find((key) => !FIELDS.has(key));
  if (unknown !== undefined) return { model, body, problem: `${unknown}: unknown parameter` };
  if (!(file instanceof File)) return { model, body, problem: 'file: required' };
  if (!ENDINGS.test(file.name)) return { model, body, problem: 'file: Invalid file format.' };
  const format = form?.get('response_format') ?? 'json';
  if (format !== 'json' && format !== 'text')
    return { model, body, problem: 'response_format: not for this model' };
  return { model, body, answer: { text: `Are you open? (${file.name.split('.').at(-1)})` } };
}
