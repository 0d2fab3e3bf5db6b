import { changePost, type PostDraft, type PostWithDraft } from '@hanasu/contract/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import type { SaveState } from '../../../shell/draft/use-draft.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useIsForbidden } from '../../../shell/use-permission.ts';
import { keepPost, postQuery, sendPostChange } from '../posts.queries.ts';
import { isSlug } from '../slug.ts';
import {
  type CopyState,
  copyPrefix,
  type LocalCopy,
  LocalCopyWriter,
  listCopies,
  putBackCopy,
  removeCopy,
} from './local-copies.ts';
import {
  changedFields,
  fieldsOf,
  mergeFields,
  type PostFields,
  problemsOf,
  sendableChanges,
} from './post-fields.ts';

/** The draft of the post that is open, saved while it is edited. */
export function usePostDraft(post: PostWithDraft) {
  const queryClient = useQueryClient();
  const mayEdit = !useIsForbidden(changePost);
  const { uuid } = post;
  const [saver] = useState(
    () =>
      new PostSaver(post, {
        send: (change) => sendPostChange(uuid, change),
        fetch: () => queryClient.fetchQuery({ ...postQuery(uuid), staleTime: 0 }),
        keep: (saved) => keepPost(queryClient, saved),
      }),
  );
  const saved = useSyncExternalStore(saver.subscribe, saver.now);
  useEffect(() => saver.takeNewer(post), [saver, post]);
  // The guard of the page has saved it before, or this user discards it.
  useEffect(() => saver.start(), [saver]);
  const localCopy = useLocalCopy(post, saver);
  return {
    ...saved,
    problems: problemsOf(saved.fields, saved.takenSlug),
    saver,
    mayEdit,
    localCopy: mayEdit ? localCopy : null,
  };
}
export type PostEditing = ReturnType<typeof usePostDraft>;

/** The newest copy of the post that this user left in this browser and that differs from what the server has. */
function useLocalCopy(post: PostWithDraft, saver: PostSaver) {
  const { data: me } = useQuery(meQuery);
  const prefix = me ? copyPrefix(me, post.uuid) : null;
  const [copies, setCopies] = useState<readonly LocalCopy[]>([]);
  const open = useEffectEvent((from: string) => {
    saver.copy.begin(from);
    setCopies(listCopies(from, fieldsOf(post)));
  });
  useEffect(() => {
    if (prefix !== null) open(prefix);
  }, [prefix]);
  const [copy] = copies;
  if (!copy) return null;
  const forget = () => setCopies((old) => old.filter(({ key }) => key !== copy.key));
  return {
    copy,
    async use(): Promise<boolean> {
      const isUsed = await saver.restore(copy);
      if (isUsed) forget();
      return isUsed;
    },
    /** Returns a function that takes it back. */
    discard(): () => void {
      removeCopy(copy.key);
      forget();
      return () => {
        if (putBackCopy(copy)) setCopies((old) => [copy, ...old]);
      };
    },
  };
}

/** After the last key. */
const QUIET_MS = 900;
/** Also while the typing does not stop. */
const LONGEST_MS = 15_000;
const RETRY_MS = 8_000;

/** The server has answered, and will answer the same again; not that it has too much to do. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Calls of the server. */
interface PostServer {
  readonly send: (change: PostDraft & { revision: number; newVersion?: boolean }) => Promise<PostWithDraft>;
  readonly fetch: () => Promise<PostWithDraft>;
  readonly keep: (saved: PostWithDraft) => void;
}

interface SavedState {
  readonly fields: PostFields;
  readonly state: SaveState;
  /** Why the last try failed. */
  readonly error: unknown;
  /** An address that another post has. */
  readonly takenSlug: string | null;
  /** What another member has saved meanwhile. */
  readonly theirs: PostWithDraft | null;
  /** Counts the times that the text was replaced from outside of the editor. */
  readonly replaced: number;
  /** Whether this browser stores what is not saved. */
  readonly copy: CopyState;
}

/**
 * The draft of a post: edited here and saved while it is edited, one call after the other. What was typed stays when a
 * call fails, and what another member has saved is overwritten only when this user says so.
 */
class PostSaver {
  /** Hands over what the editor has not handed over yet. */
  collect: () => void = () => undefined;
  readonly copy = new LocalCopyWriter({
    read: () => this.#readUnsaved(),
    onState: (copy) => this.#set({ copy }),
  });
  #now: SavedState;
  /** What the server has. */
  #known: { readonly fields: PostFields; readonly revision: number };
  #running: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince: number | null = null;
  #isOpen = false;
  /** What the server has is to stay as a version when the next change is saved. */
  #keepsVersion = false;
  readonly #server: PostServer;
  readonly #listeners = new Set<() => void>();

  constructor(post: PostWithDraft, server: PostServer) {
    const fields = fieldsOf(post);
    this.#now = {
      ...{ fields, state: 'saved', error: null, takenSlug: null, theirs: null, replaced: 0 },
      copy: 'none',
    };
    this.#known = { fields, revision: post.revision };
    this.#server = server;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly now = (): SavedState => this.#now;

  /** Keeps saving until the returned function is called. */
  readonly start = (): (() => void) => {
    this.#isOpen = true;
    const write = () => this.copy.write();
    window.addEventListener('pagehide', write);
    return () => {
      this.#isOpen = false;
      window.removeEventListener('pagehide', write);
      clearTimeout(this.#timer);
      this.copy.stop();
    };
  };
  get revision(): number {
    return this.#known.revision;
  }

  edit(more: Partial<PostFields>): void {
    this.#set({ fields: { ...this.#now.fields, ...more } });
    this.touch();
  }

  /** Says that something is being typed that was not handed over yet. */
  touch(): void {
    if (this.#isOpen) this.copy.schedule();
    if (this.#now.state === 'changed') return;
    if (this.#now.state !== 'saving' && this.#now.state !== 'waiting') this.#set({ state: 'waiting' });
    this.#waitingSince ??= Date.now();
    this.#schedule(Math.min(QUIET_MS, Math.max(0, this.#waitingSince + LONGEST_MS - Date.now())));
  }

  /** True once all that was edited is on the server. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#waitingSince = null;
    this.collect();
    const next = (this.#running ?? Promise.resolve(true)).then(() => this.#send());
    this.#running = next;
    return next.finally(() => {
      if (this.#running === next) this.#running = null;
    });
  }

  /** Puts another text into the draft and the editor. What was there is saved before, and stays as a version. */
  async replace(more: Partial<PostFields>): Promise<boolean> {
    if (!(await this.flush())) return false;
    this.#keepsVersion = true;
    this.edit(more);
    if (more.content !== undefined) this.#set({ replaced: this.#now.replaced + 1 });
    return this.flush();
  }

  /**
   * Puts changes that were never saved into the draft, after what was typed meanwhile is saved. They are sent with the
   * revision that they were made from, so that a newer one of the server is not overwritten: the user chooses then.
   */
  async restore({ key, changes, revision }: LocalCopy): Promise<boolean> {
    if (!(await this.flush())) return false;
    this.copy.adopt(key);
    this.#known = { ...this.#known, revision };
    this.#keepsVersion = true;
    this.edit(changes);
    if (changes.content !== undefined) this.#set({ replaced: this.#now.replaced + 1 });
    await this.flush();
    return true;
  }

  /** Takes over a newer state of the server, unless something was edited here. */
  takeNewer(post: PostWithDraft): void {
    this.collect();
    const isNewer = post.revision > this.#known.revision;
    if (isNewer && !this.#running && !this.#hasChanges()) this.#load(post, fieldsOf(post));
  }

  /** Stops saving: another member has saved the post meanwhile. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#set({ state: 'changed' });
    this.copy.write();
    try {
      this.#set({ theirs: await this.#server.fetch() });
    } catch {
      // The notice stands without a name; its buttons ask again.
    }
  }

  /** Puts what the other member has saved into the draft and the editor. What was written here stays as a version. */
  async takeTheirs(): Promise<void> {
    const theirs = fieldsOf(await this.#server.fetch());
    if (await this.keepMine()) await this.replace(theirs);
  }

  async keepMine(): Promise<boolean> {
    const theirs = await this.#server.fetch();
    this.collect();
    const base = this.#known.fields;
    this.#load(theirs, mergeFields({ base, mine: this.#now.fields, theirs: fieldsOf(theirs) }));
    this.#keepsVersion = true;
    return this.flush();
  }

  #set(more: Partial<SavedState>): void {
    this.#now = { ...this.#now, ...more };
    for (const listener of this.#listeners) listener();
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #hasChanges(): boolean {
    return Object.keys(changedFields(this.#known.fields, this.#now.fields)).length > 0;
  }

  /** Changes to be stored in this browser: an address that is not valid is not worth it. */
  #readUnsaved() {
    this.collect();
    const { fields, takenSlug } = this.#now;
    const { slug, ...others } = changedFields(this.#known.fields, fields);
    const isSlugKept = slug !== undefined && isSlug(slug) && slug !== takenSlug;
    const changes = { ...others, ...(isSlugKept && { slug }) };
    return Object.keys(changes).length > 0 ? { changes, revision: this.#known.revision } : null;
  }

  #load(post: PostWithDraft, fields: PostFields): void {
    const isOtherText = fields.content !== this.#now.fields.content;
    this.#known = { fields: fieldsOf(post), revision: post.revision };
    this.#set({
      fields,
      theirs: null,
      error: null,
      state: 'saved',
      replaced: this.#now.replaced + (isOtherText ? 1 : 0),
    });
  }

  async #send(): Promise<boolean> {
    const { fields, takenSlug, state } = this.#now;
    if (state === 'changed') {
      this.copy.write();
      return false;
    }
    const problems = problemsOf(fields, takenSlug);
    const changes = sendableChanges(changedFields(this.#known.fields, fields), problems);
    if (Object.keys(changes).length === 0) {
      this.copy.write();
      this.#set({ state: problems.length > 0 ? 'incomplete' : 'saved' });
      return problems.length === 0;
    }
    this.#set({ state: 'saving' });
    try {
      const { revision } = this.#known;
      const saved = await this.#server.send({
        ...{ ...changes, revision },
        ...(this.#keepsVersion && { newVersion: true }),
      });
      this.#keepsVersion = false;
      this.#known = { fields: { ...this.#known.fields, ...changes }, revision: saved.revision };
      this.#server.keep(saved);
    } catch (error) {
      return this.#refused(error, changes.slug);
    }
    return this.#settle();
  }

  /** What was typed during the call waits for its own turn. */
  #settle(): boolean {
    this.collect();
    const { fields, takenSlug } = this.#now;
    const problems = problemsOf(fields, takenSlug);
    const left = sendableChanges(changedFields(this.#known.fields, fields), problems);
    const isWaiting = Object.keys(left).length > 0;
    this.#set({ error: null, state: isWaiting ? 'waiting' : problems.length > 0 ? 'incomplete' : 'saved' });
    if (isWaiting) this.touch();
    else this.copy.write();
    return !isWaiting && problems.length === 0;
  }

  async #refused(error: unknown, slug: string | undefined): Promise<boolean> {
    if (isApiError(error, 'slug_taken') && slug !== undefined) {
      this.#set({ takenSlug: slug });
      return this.#send();
    }
    if (isApiError(error, 'post_changed')) await this.stop();
    else {
      this.#set({ state: 'failed', error });
      this.copy.write();
      // What the server refuses is sent again with the next change.
      if (!isRefusal(error)) this.#schedule(RETRY_MS);
    }
    return false;
  }
}
