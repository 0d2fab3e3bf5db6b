import type { checkVideo } from '@hanasu/contract/rich-messages';
import type { z } from 'zod';
import { orNotFound } from '../../../platform/app-error.ts';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { KeptMediaStore } from '../../conversations/public.ts';

/** What the vendor plays at most. */
export const VIDEO_BYTES = 200_000_000;
/** An MP4 says what it is in its first bytes. */
const HEAD_BYTES = 64;
export const VIDEO_FETCH = { maxBytes: VIDEO_BYTES, timeoutMs: 8_000 } as const;

type Answer = z.output<typeof checkVideo.output>;

/** Asks for the beginning of what is to be played, as a phone would. */
export async function askForVideo(ask: GuardedFetch, url: string): Promise<Answer> {
  if (!/^https:/i.test(url)) return { state: 'not_secure', bytes: null };
  try {
    const answer = await ask(url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` } });
    if (!answer.ok) {
      await answer.body?.cancel();
      return {
        state: answer.status === 404 || answer.status === 410 ? 'not_found' : 'unreachable',
        bytes: null,
      };
    }
    const head = await firstBytes(answer);
    const bytes = wholeLength(answer);
    if (head.toString('latin1', 4, 8) !== 'ftyp') return { state: 'not_mp4', bytes };
    return { state: bytes !== null && bytes > VIDEO_BYTES ? 'too_heavy' : 'fine', bytes };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return { state: error.reason === 'too_large' ? 'too_heavy' : 'unreachable', bytes: null };
  }
}

/** Servers that know no ranges send all of it: the rest is not read. */
async function firstBytes({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(parts);
}

function wholeLength({ status, headers }: Response): number | null {
  const stated = status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length');
  return stated && /^\d{1,15}$/.test(stated) ? Number(stated) : null;
}

/** The forms that the vendor's application plays on every phone. */
const PICTURE_CODECS: ReadonlySet<string> = new Set(['avc1', 'avc3']);
const SOUND_CODECS: ReadonlySet<string> = new Set(['mp4a']);

/** Checks an uploaded video; the upload stays, because other messages may show it. */
export function lookIntoVideo(found: Awaited<ReturnType<KeptMediaStore['readVideo']>>): Answer {
  const {
    row: { contentType, bytes },
    tracks,
  } = orNotFound(found, 'upload');
  const pictures = tracks.filter(({ handler }) => handler === 'vide');
  const sounds = tracks.filter(({ handler }) => handler === 'soun');
  if (contentType !== 'video/mp4' || pictures.length === 0) return { state: 'not_mp4', bytes };
  if (bytes > VIDEO_BYTES) return { state: 'too_heavy', bytes };
  const isPlayed =
    pictures.every(({ codec }) => PICTURE_CODECS.has(codec)) &&
    sounds.every(({ codec }) => SOUND_CODECS.has(codec));
  return { state: isPlayed ? 'fine' : 'wrong_codec', bytes };
}
