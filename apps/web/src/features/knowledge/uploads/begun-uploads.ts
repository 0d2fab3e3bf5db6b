import type { KnowledgeId, UploadId } from '@hanasu/contract/ids';
import { z } from 'zod';

/** A file that was begun and not sent to its end: kept beyond the page, because a page can't keep the file itself. */
const Begun = z.object({
  uploadUuid: z.string(),
  knowledgeUuid: z.string(),
  name: z.string(),
  size: z.number(),
  received: z.number(),
});
export interface BegunUpload extends z.infer<typeof Begun> {
  uploadUuid: UploadId;
  knowledgeUuid: KnowledgeId;
}

const KEY = 'begun-uploads';
const MOST = 200;

export function readBegun(storage: Pick<Storage, 'getItem'>): BegunUpload[] {
  try {
    return z.array(Begun).parse(JSON.parse(storage.getItem(KEY) ?? '[]')) as BegunUpload[];
  } catch {
    return [];
  }
}

function write(storage: Pick<Storage, 'setItem'>, begun: readonly BegunUpload[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(begun.slice(-MOST)));
  } catch {
    // No room or not allowed: the files are sent all the same.
  }
}

/** Keeps how far a file is, in place of what was known of it. */
export function rememberBegun(storage: Storage, upload: BegunUpload): void {
  const others = readBegun(storage).filter(({ uploadUuid }) => uploadUuid !== upload.uploadUuid);
  write(storage, [...others, upload]);
}

export function forgetBegun(storage: Storage, uploadUuid: string): void {
  write(
    storage,
    readBegun(storage).filter((one) => one.uploadUuid !== uploadUuid),
  );
}
