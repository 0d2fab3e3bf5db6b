import {
  createUpload,
  deleteUpload,
  getUpload,
  sendUploadPart,
  UPLOAD_PART_BYTES,
  type UploadView,
} from '@hanasu/contract/documents';
import type { KnowledgeId, UploadId } from '@hanasu/contract/ids';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { call, sendBytes } from '../../../shell/api/api-client.ts';
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { queryClient } from '../../../shell/api/query-client.ts';
import { newId } from '../../../shell/new-id.ts';
import { folderOf } from '../add/accepted-files.ts';
import { nextUpload, type Upload, type UploadAction, uploadsReducer } from './uploads-state.ts';

interface FileToSend {
  knowledgeUuid: KnowledgeId;
  file: File;
  folder: string;
  sha256: string;
  signal: AbortSignal;
  /** After each step: what the server has, and the part under way. */
  onProgress: (upload: UploadView, fraction: number) => void;
}

/** Waits before each further try of a part whose connection broke. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Sends what the server does not have of a file, part by part; a broken connection costs one part. Throws `ApiError`. */
async function sendFile(given: FileToSend): Promise<UploadView> {
  const { knowledgeUuid, file, folder, sha256, signal, onProgress } = given;
  let upload = await patiently(signal, () =>
    call(createUpload, {
      params: { uuid: knowledgeUuid },
      body: { fileName: file.name, folder, bytes: file.size, sha256 },
      signal,
    }),
  );
  onProgress(upload, upload.received / file.size);
  while (!upload.result) {
    // All may have arrived without having been put together: the last part says so again.
    const offset = Math.min(upload.received, Math.max(file.size - 1, 0));
    const before = upload;
    upload = await patiently(signal, () => sendPart(given, before, offset));
    onProgress(upload, upload.received / file.size);
  }
  return upload;
}

async function sendPart(
  { file, signal, onProgress }: FileToSend,
  upload: UploadView,
  offset: number,
): Promise<UploadView> {
  const { uuid } = upload;
  const bytes = file.slice(offset, offset + UPLOAD_PART_BYTES);
  try {
    return await sendBytes(sendUploadPart, {
      params: { uuid, offset },
      bytes,
      signal,
      onProgress: (fraction) => onProgress(upload, (offset + fraction * bytes.size) / file.size),
    });
  } catch (error) {
    if (!isApiError(error, 'upload_gap')) throw error;
    return call(getUpload, { params: { uuid }, signal });
  }
}

async function patiently<Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait = WAITS_MS[tries];
      if (wait === undefined || signal.aborted || !mayPass(error)) throw error;
      await pause(Math.max(wait, (error.retryAfter ?? 0) * 1_000), signal);
    }
  }
}

/** The connection broke, or the server has no time just now. */
const mayPass = (error: unknown): error is ApiError =>
  isApiError(error) &&
  error.code !== 'aborted' &&
  (error.status === 0 || error.status === 429 || error.status >= 500);

/** Ends early when the browser is online again. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

/** A file that was begun and not sent to its end: kept beyond the page, because a page can't keep the file itself. */
const UnfinishedUploadRecord = z.object({
  uploadUuid: z.string(),
  knowledgeUuid: z.string(),
  name: z.string(),
  size: z.number(),
  received: z.number(),
});
interface UnfinishedUpload extends z.infer<typeof UnfinishedUploadRecord> {
  uploadUuid: UploadId;
  knowledgeUuid: KnowledgeId;
}

const KEY = 'begun-uploads';
const MOST = 200;

function readUnfinished(storage: Pick<Storage, 'getItem'>): UnfinishedUpload[] {
  try {
    return z
      .array(UnfinishedUploadRecord)
      .parse(JSON.parse(storage.getItem(KEY) ?? '[]')) as UnfinishedUpload[];
  } catch {
    return [];
  }
}

function write(storage: Pick<Storage, 'setItem'>, begun: readonly UnfinishedUpload[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(begun.slice(-MOST)));
  } catch {
    // No room or not allowed: the files are sent all the same.
  }
}

/** Keeps how far a file is, in place of what was known of it. */
function rememberUnfinished(storage: Storage, upload: UnfinishedUpload): void {
  const others = readUnfinished(storage).filter(({ uploadUuid }) => uploadUuid !== upload.uploadUuid);
  write(storage, [...others, upload]);
}

function forgetUnfinished(storage: Storage, uploadUuid: string): void {
  write(
    storage,
    readUnfinished(storage).filter((one) => one.uploadUuid !== uploadUuid),
  );
}

// Uploads go on while another page is shown, so they live outside of the components.
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const controllers = new Map<string, AbortController>();
/** Hashes are kept for as long as the file waits: a pause doesn't read it again. */
const hashes = new WeakMap<File, string>();

function dispatch(action: UploadAction): void {
  uploads = uploadsReducer(uploads, action);
  notify();
}
function notify(): void {
  for (const listener of listeners) listener();
}

/** Queues files for a base; three are sent at a time. A sent file leaves the list and appears as a document. */
export function addUploads(knowledgeUuid: KnowledgeId, files: readonly File[]): void {
  const added = files.map((file) => ({ id: newId(), knowledgeUuid, file, folder: folderOf(file) }));
  dispatch({ type: 'added', uploads: added });
  startNext();
}

/** Also after a pause: it goes on with what the server does not have. */
export function resumeUpload(id: string): void {
  dispatch({ type: 'resumed', id });
  startNext();
}

export function pauseUpload(id: string): void {
  dispatch({ type: 'paused', id });
  controllers.get(id)?.abort();
}

/** Takes it from the list; what has arrived of it is forgotten. */
export function cancelUpload(id: string): void {
  const upload = uploads.find((each) => each.id === id);
  dispatch({ type: 'removed', id });
  controllers.get(id)?.abort();
  if (upload?.uploadUuid && upload.state !== 'unchanged') giveUp(upload.uploadUuid);
}

function giveUp(uuid: UploadView['uuid']): void {
  forgetUnfinished(localStorage, uuid);
  // It goes by itself after a day.
  void call(deleteUpload, { params: { uuid } }).catch(() => undefined);
}

export function dismissUnfinished(begun: readonly UnfinishedUpload[]): void {
  for (const { uploadUuid } of begun) giveUp(uploadUuid);
  uploads = [...uploads];
  notify();
}

function startNext(): void {
  const next = nextUpload(uploads);
  if (!next) return;
  void send(next);
  startNext();
}

async function send({ id, knowledgeUuid, file, folder }: Upload): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  controllers.set(id, controller);
  dispatch({ type: 'started', id });
  try {
    const sha256 = await hashOf(file, signal);
    const done = await sendFile({
      knowledgeUuid,
      file,
      folder,
      sha256,
      signal,
      onProgress: (upload, progress) => recordProgress(id, upload, progress),
    });
    forgetUnfinished(localStorage, done.uuid);
    // The new document is fetched before its upload disappears, so that the row never blinks.
    await queryClient.invalidateQueries({ queryKey: ['knowledge'] });
    dispatch({ type: done.result?.kind === 'unchanged' ? 'found-unchanged' : 'removed', id });
  } catch (error) {
    // Paused or taken away: its state says so already.
    if (!signal.aborted) dispatch({ type: 'failed', id, error });
  } finally {
    controllers.delete(id);
    startNext();
  }
}

async function hashOf(file: File, signal: AbortSignal): Promise<string> {
  const sha256 = hashes.get(file) ?? (await hashFile(file, signal));
  if (!sha256) throw new ApiError({ code: 'upload_corrupt' });
  hashes.set(file, sha256);
  return sha256;
}

function recordProgress(id: string, upload: UploadView, progress: number): void {
  const shown = uploads.find((each) => each.id === id);
  if (!shown || shown.state === 'paused') return;
  dispatch({ type: 'progressed', id, upload, progress });
  if (upload.result) return;
  const { knowledgeUuid, file } = shown;
  if (shown.uploadUuid === null || progress === upload.received / upload.bytes)
    rememberUnfinished(localStorage, {
      uploadUuid: upload.uuid,
      knowledgeUuid,
      name: file.name,
      size: file.size,
      received: upload.received,
    });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useUploads(knowledgeUuid: KnowledgeId): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads);
  return all.filter((each) => each.knowledgeUuid === knowledgeUuid);
}

/** Files of a base that were begun before this page was opened and are not being sent now. */
export function useUnfinishedUploads(knowledgeUuid: KnowledgeId): readonly UnfinishedUpload[] {
  const running = useUploads(knowledgeUuid);
  return readUnfinished(localStorage).filter(
    (begun) =>
      begun.knowledgeUuid === knowledgeUuid &&
      !running.some(
        ({ uploadUuid, file }) =>
          uploadUuid === begun.uploadUuid || (file.name === begun.name && file.size === begun.size),
      ),
  );
}

type Answer = { progress: number } | { sha256: string } | { isGone: true };

/** SHA-256 of a file in hexadecimal; null when it can't be read any more. Rejects when aborted. */
function hashFile(file: File, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = () => resolve(null);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ('sha256' in data) resolve(data.sha256);
      else if ('isGone' in data) resolve(null);
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
