import type { AttachmentView } from '@hanasu/contract/chat';
import { ATTACHMENT_MAX_BYTES } from '@hanasu/contract/chats';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFault, isFault } from '../../shell/api-fault.ts';
import { newId } from '../../shell/new-id.ts';
import { attachmentQuery, sendAttachment } from './chat-page.queries.ts';

export const ATTACHMENTS_MAX = 4;
export const ATTACHMENT_TYPES = 'image/png,image/jpeg,image/webp,image/gif,application/pdf,.pdf,.txt,.md';

export interface SendingFile {
  id: string;
  name: string;
  /** Null while it is being sent, and when it failed. */
  view: AttachmentView | null;
  fault: unknown;
  controller: AbortController;
}

/** Files that will go with the next question: sent to the server as soon as they are chosen. */
export function useAttachments() {
  const [files, setFiles] = useState<SendingFile[]>([]);
  const queryClient = useQueryClient();
  const change = (id: string, more: Partial<SendingFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...more } : file)));

  const send = async ({ id, controller }: SendingFile, file: File) => {
    try {
      if (file.size > ATTACHMENT_MAX_BYTES) throw new ApiFault({ code: 'file_too_large' });
      const view = await sendAttachment(file, controller.signal);
      if (view.kind === 'image') queryClient.setQueryData(attachmentQuery(view.uuid).queryKey, file);
      change(id, { view });
    } catch (fault) {
      if (!isFault(fault, 'aborted')) change(id, { fault });
    }
  };

  return {
    files,
    isSending: files.some(({ view, fault }) => view === null && !fault),
    ready: files.flatMap(({ view }) => view ?? []),
    /** As many as there is room for; true when some were left out. */
    add: (chosen: readonly File[]): boolean => {
      const room = Math.max(0, ATTACHMENTS_MAX - files.length);
      const taken = chosen.slice(0, room).map((file) => ({
        file,
        sending: {
          id: newId(),
          name: file.name,
          view: null,
          fault: null,
          controller: new AbortController(),
        },
      }));
      setFiles((all) => [...all, ...taken.map(({ sending }) => sending)]);
      for (const { sending, file } of taken) void send(sending, file);
      return chosen.length > room;
    },
    remove: (id: string) => {
      files.find((file) => file.id === id)?.controller.abort();
      setFiles((all) => all.filter((file) => file.id !== id));
    },
    clear: () => setFiles([]),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
