import type { KnowledgeId } from '@hanasu/contract/ids';
import { createDocument } from '@hanasu/contract/knowledge';
import { useSyncExternalStore } from 'react';
import { upload } from '../../shell/api-client.ts';
import { isFault } from '../../shell/api-fault.ts';
import { queryClient } from '../../shell/query-client.ts';

const UPLOADS_AT_ONCE = 2;

export interface Upload {
  id: string;
  knowledgeUuid: KnowledgeId;
  file: File;
  /** 0..1 of the bytes sent. */
  progress: number;
  state: 'waiting' | 'sending' | 'failed';
  fault: unknown;
}

// Uploads go on while another page is shown, so they live outside of the components.
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const controllers = new Map<string, AbortController>();

function set(next: readonly Upload[]) {
  uploads = next;
  for (const listener of listeners) listener();
}
const change = (id: string, update: Partial<Upload>) =>
  set(uploads.map((each) => (each.id === id ? { ...each, ...update } : each)));
const drop = (id: string) => set(uploads.filter((each) => each.id !== id));

/** Queues files for a base; two are sent at a time. A sent file leaves the list and appears as a document. */
export function addUploads(knowledgeUuid: KnowledgeId, files: readonly File[]): void {
  const added = files.map(
    (file): Upload => ({
      id: crypto.randomUUID(),
      knowledgeUuid,
      file,
      progress: 0,
      state: 'waiting',
      fault: null,
    }),
  );
  set([...uploads, ...added]);
  startNext();
}

export function retryUpload(id: string): void {
  change(id, { state: 'waiting', progress: 0, fault: null });
  startNext();
}

export function cancelUpload(id: string): void {
  controllers.get(id)?.abort();
  drop(id);
}

function startNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length;
  const next = uploads.find(({ state }) => state === 'waiting');
  if (!next || sending >= UPLOADS_AT_ONCE) return;
  void send(next);
  startNext();
}

async function send({ id, knowledgeUuid, file }: Upload): Promise<void> {
  const controller = new AbortController();
  controllers.set(id, controller);
  change(id, { state: 'sending' });
  try {
    await upload(createDocument, {
      params: { uuid: knowledgeUuid },
      file,
      signal: controller.signal,
      onProgress: (progress) => change(id, { progress }),
    });
    // The new document is fetched before its upload disappears, so that the row never blinks.
    await queryClient.invalidateQueries({ queryKey: ['knowledge'] });
    drop(id);
  } catch (error) {
    if (isFault(error, 'aborted')) drop(id);
    else change(id, { state: 'failed', fault: error });
  } finally {
    controllers.delete(id);
    startNext();
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useUploads(knowledgeUuid: KnowledgeId): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads);
  return all.filter((each) => each.knowledgeUuid === knowledgeUuid);
}
