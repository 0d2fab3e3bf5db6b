import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { toasts } from '../notifications/toasts.tsx';
import { type HistoryReducer, startHistory } from './draft-history.ts';
import { type UnstoredText, useUnstoredFields } from './unstored-fields.ts';

/** Says what the last step has taken along, with a way back. */
export const STEP_TOAST = 'draft-step';
/** After the last key. */
const QUIET_MS = 900;
const RETRY_MS = 8_000;

/** `incomplete`: something is only begun and is kept here. `changed`: somebody else has saved it meanwhile. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'incomplete' | 'changed';

/** Icons of the shell. */
export const SAVE_ICONS = {
  saved: 'check',
  waiting: 'pencil',
  saving: 'loader',
  failed: 'triangle-alert',
  incomplete: 'triangle-alert',
  changed: 'triangle-alert',
} as const satisfies Record<SaveState, string>;

/** The draft is saved, but for the text of a field. */
const STATE_OF_TEXT = { typing: 'waiting', wrong: 'incomplete' } as const satisfies Record<
  UnstoredText,
  SaveState
>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What the server keeps: a draft, and which of its saved states that is. */
interface Kept<Draft> {
  readonly draft: Draft;
  readonly revision: number;
}

/** How a kind of draft is kept; stays the same object while it is edited. */
export interface DraftStore<Draft, Saved extends Kept<Draft>> {
  readonly reducer: HistoryReducer<Draft>;
  readonly parse: (draft: Draft) => Draft;
  /** As the server takes it; what is only begun is left out. Null: something else does not fit. */
  readonly sendable: (draft: Draft) => { readonly definition: Draft; readonly isWhole: boolean } | null;
  /** Refuses with a code that ends in `_changed` who has not seen the last state. */
  readonly send: (change: Kept<Draft>) => Promise<Saved>;
  readonly fetch: () => Promise<Saved>;
  /** What the server made of it. */
  readonly keep: (saved: Saved) => void;
  readonly changedCode: 'form_changed' | 'rich_menu_changed' | 'rich_message_changed';
}

/** A draft that is edited here, saved while it is edited, with every step kept for undo. */
export function useDraft<Draft, Saved extends Kept<Draft>>(given: Saved, store: DraftStore<Draft, Saved>) {
  const [history, dispatch] = useReducer(store.reducer, given.draft, (first) =>
    startHistory(store.parse(first)),
  );
  const [state, setState] = useState<SaveState>('saved');
  const [fault, setFault] = useState<unknown>(null);
  /** What the server has. */
  const known = useRef({ draft: history.present, revision: given.revision });
  const running = useRef<Promise<boolean>>(null);
  const latest = useRef(history.present);
  const draft = history.present;
  const { unstored, report } = useUnstoredFields();
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const save = useCallback(async (): Promise<boolean> => {
    const sent = store.sendable(latest.current);
    const after = sent?.isWhole ? 'saved' : 'incomplete';
    if (!sent || isSame(sent.definition, known.current.draft)) {
      setState(after);
      return sent?.isWhole === true;
    }
    setState('saving');
    try {
      const { revision } = known.current;
      const saved = await store.send({ draft: sent.definition, revision });
      known.current = { draft: sent.definition, revision: saved.revision };
      store.keep(saved);
      const now = store.sendable(latest.current);
      setState(now && isSame(now.definition, sent.definition) ? after : 'waiting');
      return sent.isWhole;
    } catch (error) {
      setFault(error);
      setState(isApiError(error, store.changedCode) ? 'changed' : 'failed');
      return false;
    }
  }, [store]);

  /** True once all that was edited is on the server. */
  const flush = useCallback((): Promise<boolean> => {
    const next = (running.current ?? Promise.resolve(true)).then(() => save());
    running.current = next;
    return next.finally(() => {
      if (running.current === next) running.current = null;
    });
  }, [save]);

  useEffect(() => {
    // What came from the server is known already.
    if (isSame(draft, known.current.draft)) return setState('saved');
    setState((old) => (old === 'changed' ? old : 'waiting'));
  }, [draft]);
  useEffect(() => {
    if ((state !== 'waiting' && state !== 'failed') || isSame(draft, known.current.draft)) return;
    const timer = setTimeout(() => void flush(), state === 'failed' ? RETRY_MS : QUIET_MS);
    return () => clearTimeout(timer);
  }, [state, draft, flush]);

  const load = useCallback(
    (theirs: Saved) => {
      const next = store.parse(theirs.draft);
      known.current = { draft: next, revision: theirs.revision };
      dispatch({ type: 'loaded', draft: next });
      setState('saved');
    },
    [store],
  );
  // What a look at the server brought, unless something was edited here.
  useEffect(() => {
    const isOlder = given.revision <= known.current.revision;
    if (isOlder || running.current || !isSame(latest.current, known.current.draft)) return;
    load(given);
  }, [given, load]);

  return {
    draft,
    state: state === 'saved' && unstored ? STATE_OF_TEXT[unstored] : state,
    fault,
    /** For `UnstoredFields` around what edits the draft. */
    reportUnstored: report,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** `group`: steps of one group are undone together, such as the letters of a text. */
    edit: (change: (draft: Draft) => Draft, group?: string) => dispatch({ type: 'edited', change, group }),
    /** `to`: also what was done since that draft. */
    undo(to?: Draft) {
      dispatch({ type: 'undone', to });
      toasts.remove(STEP_TOAST);
    },
    redo: () => dispatch({ type: 'redone' }),
    flush: async () => (await flush()) && unstored === null,
    takeTheirs: async () => load(await store.fetch()),
    async keepMine() {
      const theirs = await store.fetch();
      known.current = { draft: store.parse(theirs.draft), revision: theirs.revision };
      return flush();
    },
  };
}
