import type { MediaView } from '@hanasu/contract/media';
import { useState } from 'react';
import { sendMedia } from '../../../entities/message/media/send-media.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { newId } from '../../../shell/new-id.ts';

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
      const media = await sendMedia(file, {
        signal: controller.signal,
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
