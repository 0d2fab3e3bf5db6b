import type { UploadView } from '@hanasu/contract/documents';
import type { KnowledgeId } from '@hanasu/contract/ids';

const UPLOADS_AT_ONCE = 3;

export interface Upload {
  readonly id: string;
  readonly knowledgeUuid: KnowledgeId;
  readonly file: File;
  readonly folder: string;
  /** 0..1 of the bytes sent. */
  readonly progress: number;
  /** `unchanged`: the base has exactly this file. */
  readonly state: 'waiting' | 'checking' | 'sending' | 'paused' | 'failed' | 'unchanged';
  /** It went on from where an earlier try ended. */
  readonly isResumed: boolean;
  readonly uploadUuid: UploadView['uuid'] | null;
  readonly fault: unknown;
}

export type UploadAction =
  | { type: 'added'; uploads: readonly Pick<Upload, 'id' | 'knowledgeUuid' | 'file' | 'folder'>[] }
  | { type: 'started'; id: string }
  | { type: 'progressed'; id: string; upload: UploadView; progress: number }
  | { type: 'paused'; id: string }
  /** Also after a failure: it goes on with what the server does not have. */
  | { type: 'resumed'; id: string }
  | { type: 'failed'; id: string; error: unknown }
  | { type: 'found-unchanged'; id: string }
  /** Sent to its end, or taken away. */
  | { type: 'removed'; id: string };

const NEW = { progress: 0, state: 'waiting', isResumed: false, uploadUuid: null, fault: null } as const;

export function uploadsReducer(uploads: readonly Upload[], action: UploadAction): readonly Upload[] {
  const change = (id: string, update: (upload: Upload) => Upload) =>
    uploads.map((each) => (each.id === id ? update(each) : each));
  switch (action.type) {
    case 'added':
      return [...uploads, ...action.uploads.map((each): Upload => ({ ...each, ...NEW }))];
    case 'started':
      return change(action.id, (each) => ({ ...each, state: 'checking' }));
    case 'progressed':
      return change(action.id, (each) => progressed(each, action.upload, action.progress));
    case 'paused':
      return change(action.id, (each) => ({ ...each, state: 'paused' }));
    case 'resumed':
      return change(action.id, (each) => ({ ...each, state: 'waiting', fault: null }));
    case 'failed':
      return change(action.id, (each) => ({ ...each, state: 'failed', fault: action.error }));
    case 'found-unchanged':
      return change(action.id, (each) => ({ ...each, state: 'unchanged', progress: 1 }));
    case 'removed':
      return uploads.filter((each) => each.id !== action.id);
  }
}

/** News of a part that was on its way when it was paused do not start it again. */
function progressed(shown: Upload, upload: UploadView, progress: number): Upload {
  if (shown.state === 'paused') return shown;
  const isResumed = shown.isResumed || (shown.uploadUuid === null && upload.received > 0 && !upload.result);
  return { ...shown, state: 'sending', progress, isResumed, uploadUuid: upload.uuid };
}

/** The one to start now; undefined when enough are being sent or none waits. */
export function nextUpload(uploads: readonly Upload[]): Upload | undefined {
  const busy = uploads.filter(({ state }) => state === 'checking' || state === 'sending').length;
  return busy < UPLOADS_AT_ONCE ? uploads.find(({ state }) => state === 'waiting') : undefined;
}
