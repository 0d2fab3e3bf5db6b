import {
  createUpload,
  getUpload,
  sendUploadPart,
  UPLOAD_PART_BYTES,
  type UploadView,
} from '@hanasu/contract/documents';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { call, sendBytes } from '../../../shell/api/api-client.ts';
import { type ApiError, isApiError } from '../../../shell/api/api-error.ts';

export interface FileToSend {
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
export async function sendFile(given: FileToSend): Promise<UploadView> {
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
