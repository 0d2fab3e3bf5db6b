import type { UserView } from '@hanasu/contract/accounts';
import type { PostId } from '@hanasu/contract/ids';
import { log } from '../../../shell/log.ts';
import { newId } from '../../../shell/new-id.ts';
import { hasSignedOut, UNSAVED_PREFIX } from '../../../shell/session/session.ts';
import { changedFields, type PostFields } from './post-fields.ts';

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Changes of a draft that the server has not confirmed. */
interface UnsavedChanges {
  readonly changes: Partial<PostFields>;
  /** Revision that the changes were made from. */
  readonly revision: number;
}

/** Unsaved changes as this browser stores them. */
export interface LocalCopy extends UnsavedChanges {
  readonly key: string;
  /** ISO time of the last change. */
  readonly at: string;
}

/** Beginning of the keys of a user's copies of one post; each open page has a key of its own. */
export const copyPrefix = ({ uuid, account }: Pick<UserView, 'uuid' | 'account'>, post: PostId): string =>
  `${UNSAVED_PREFIX}${account.uuid}:${uuid}:${post}:`;

/**
 * Returns copies of a post, the newest first. Those that are too old, unreadable or the same as on the server are
 * removed.
 */
export function listCopies(prefix: string, server: PostFields): LocalCopy[] {
  const copies: LocalCopy[] = [];
  for (const key of keysOf(UNSAVED_PREFIX)) {
    const copy = readCopy(key);
    const isOfPost = key.startsWith(prefix);
    const isUseless =
      !copy ||
      Date.now() - Date.parse(copy.at) > KEEP_MS ||
      (isOfPost && Object.keys(changedFields(server, { ...server, ...copy.changes })).length === 0);
    if (isUseless) removeCopy(key);
    else if (isOfPost) copies.push(copy);
  }
  return copies.toSorted((one, other) => other.at.localeCompare(one.at));
}

function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch (error) {
    log.error('Local copies of posts could not be listed:', error);
    return [];
  }
}

function readCopy(key: string): LocalCopy | null {
  try {
    const { changes, revision, at } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<LocalCopy>;
    const isReadable =
      typeof changes === 'object' && typeof revision === 'number' && !Number.isNaN(Date.parse(at ?? ''));
    return isReadable && changes && at ? { key, changes, revision, at } : null;
  } catch (error) {
    log.error('A local copy of a post could not be read:', error);
    return null;
  }
}

export function removeCopy(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    log.error('A local copy of a post could not be removed:', error);
  }
}

/** Puts back a copy that was removed. */
export const putBackCopy = ({ key, ...copy }: LocalCopy): boolean => storeCopy(key, copy);

/** `refused`: this browser stores nothing, or no more. */
export type CopyState = 'none' | 'stored' | 'refused';

interface CopySource {
  /** Returns what the server does not have; null: it has everything. */
  readonly read: () => UnsavedChanges | null;
  readonly onState: (state: CopyState) => void;
}

/** Longer than an automatic save takes. */
const COPY_AFTER_MS = 2_000;

/** Writes the unsaved changes of one open draft into this browser, and removes them once they are saved. */
export class LocalCopyWriter {
  #key: string | null = null;
  #state: CopyState = 'none';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #source: CopySource;

  constructor(source: CopySource) {
    this.#source = source;
  }

  /** Begins a key; nothing is written before the user is known. */
  begin(prefix: string): void {
    this.#key ??= prefix + newId();
  }

  /** Goes on with a copy of an earlier visit: it is overwritten, and removed once it is saved. */
  adopt(key: string): void {
    if (key !== this.#key) this.remove();
    this.#key = key;
    this.#setState('stored');
  }

  /** Writes a copy if the changes are not saved by then. */
  schedule(): void {
    this.#timer ??= setTimeout(() => this.write(), COPY_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** After the user has signed out nothing is stored. */
  write(): void {
    const unsaved = this.#source.read();
    this.stop();
    if (!unsaved) this.remove();
    else if (this.#key !== null && !hasSignedOut()) {
      const isStored = storeCopy(this.#key, { ...unsaved, at: new Date().toISOString() });
      this.#setState(isStored ? 'stored' : 'refused');
    }
  }

  remove(): void {
    this.stop();
    if (this.#key !== null && this.#state !== 'none') removeCopy(this.#key);
    this.#setState('none');
  }

  #setState(state: CopyState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#source.onState(state);
  }
}

/** False: the storage is full or blocked. An older copy under the key stays then. */
function storeCopy(key: string, copy: Omit<LocalCopy, 'key'>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(copy));
    return true;
  } catch (error) {
    log.error('A local copy of a post could not be stored:', error);
    return false;
  }
}
