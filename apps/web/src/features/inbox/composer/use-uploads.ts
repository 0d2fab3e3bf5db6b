import { type MediaView, uploadMedia } from '@hanasu/contract/media';
import { useState } from 'react';
import { upload } from '../../../shell/api/api-client.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { newId } from '../../../shell/new-id.ts';

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

export interface SendingFile {
  id: string;
  name: string;
  progress: number;
  /** Null while it is being sent, and when it failed. */
  media: MediaView | null;
  fault: unknown;
  controller: AbortController;
}

/** Files that will go with the next message: sent to the server as soon as they are chosen. */
export function useUploads() {
  const [files, setFiles] = useState<readonly SendingFile[]>([]);
  const change = (id: string, more: Partial<SendingFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...more } : file)));

  const transmit = async ({ id, controller }: SendingFile, file: File) => {
    try {
      const durationMs = await soundLength(file);
      const media = await upload(uploadMedia, {
        file,
        signal: controller.signal,
        ...(durationMs === null ? {} : { fields: { durationMs: String(durationMs) } }),
        onProgress: (progress) => change(id, { progress }),
      });
      change(id, { media, progress: 1 });
    } catch (fault) {
      if (!isApiError(fault, 'aborted')) change(id, { fault });
    }
  };
  return {
    files,
    isSending: files.some(({ media, fault }) => media === null && !fault),
    ready: files.flatMap(({ media }) => media ?? []),
    add(file: File) {
      const sending: SendingFile = {
        id: newId(),
        name: file.name,
        progress: 0,
        media: null,
        fault: null,
        controller: new AbortController(),
      };
      setFiles((all) => [...all, sending]);
      void transmit(sending, file);
    },
    remove(id: string) {
      files.find((file) => file.id === id)?.controller.abort();
      setFiles((all) => all.filter((file) => file.id !== id));
    },
    clear: () => setFiles([]),
  };
}
export type Uploads = ReturnType<typeof useUploads>;
