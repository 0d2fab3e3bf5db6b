import { type MediaView, uploadMedia } from '@hanasu/contract/media';
import { upload } from '../../../shell/api/api-client.ts';

const LONGEST_WAIT_MS = 5000;

/** How long a recording or video is, as this browser reads it; null: it is neither, or can't be read. */
function soundLength(file: File): Promise<number | null> {
  const family = file.type.split('/')[0];
  if (family !== 'audio' && family !== 'video') return Promise.resolve(null);
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const player = document.createElement(family);
    const end = (length: number | null) => {
      clearTimeout(timer);
      URL.revokeObjectURL(url);
      resolve(length);
    };
    const timer = setTimeout(() => end(null), LONGEST_WAIT_MS);
    player.preload = 'metadata';
    player.onloadedmetadata = () =>
      end(Number.isFinite(player.duration) ? Math.round(player.duration * 1000) : null);
    player.onerror = () => end(null);
    player.src = url;
  });
}

interface SendingOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Sends a file that will stand in a message to the server. */
export async function sendMedia(file: File, options: SendingOptions = {}): Promise<MediaView> {
  const durationMs = await soundLength(file);
  return upload(uploadMedia, {
    file,
    ...options,
    ...(durationMs === null ? {} : { fields: { durationMs: String(durationMs) } }),
  });
}

/** For file fields: what can be shown or played in messages. */
export const MEDIA_TYPES = {
  image: 'image/jpeg,image/png,image/gif,image/webp',
  video: 'video/mp4',
  audio: 'audio/mpeg,audio/mp4,audio/x-m4a,.m4a,.mp3',
} as const;
export type MediaKind = keyof typeof MEDIA_TYPES;

export const isOfKind = (type: string | null, kind: MediaKind): boolean =>
  type?.startsWith(`${kind}/`) ?? false;
