import { FormDefinition, type FormLanguage } from '@hanasu/contract/form-definition';
import { changeForm, type FormWithDraft } from '@hanasu/contract/forms';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { formQuery } from '../../../entities/form/forms.queries.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { keepForm, sendChange } from '../forms.queries.ts';
import { historyReducer, sendable, startHistory } from './form-draft.ts';

/** Says what the last step has taken along, with a way back. */
export const STEP_TOAST = 'form-step';
/** After the last key. */
const QUIET_MS = 900;
const RETRY_MS = 8_000;

/** `incomplete`: something is only begun and is kept here. `changed`: somebody else has saved the form meanwhile. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'incomplete' | 'changed';

const isSame = (one: FormDefinition, other: FormDefinition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

type Change = (draft: FormDefinition) => FormDefinition;

/** The draft of a form: edited here, saved while it is edited, with every step kept for undo. */
export function useFormDraft(form: FormWithDraft) {
  const queryClient = useQueryClient();
  const mayEdit = usePermission(changeForm);
  const [history, dispatch] = useReducer(historyReducer, form.draft, (first) =>
    startHistory(FormDefinition.parse(first)),
  );
  const [state, setState] = useState<SaveState>('saved');
  const [fault, setFault] = useState<unknown>(null);
  /** What the server has. */
  const known = useRef({ draft: history.present, revision: form.revision });
  const running = useRef<Promise<boolean>>(null);
  const latest = useRef(history.present);
  const { uuid } = form;
  const draft = history.present;
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const save = useCallback(async (): Promise<boolean> => {
    const sent = sendable(latest.current);
    const after = sent?.isWhole ? 'saved' : 'incomplete';
    if (!sent || isSame(sent.definition, known.current.draft)) {
      setState(after);
      return sent?.isWhole === true;
    }
    setState('saving');
    try {
      const { revision } = known.current;
      const saved = await sendChange({ uuid, body: { draft: sent.definition, revision } });
      known.current = { draft: sent.definition, revision: saved.revision };
      keepForm(queryClient, saved);
      const now = sendable(latest.current);
      setState(now && isSame(now.definition, sent.definition) ? after : 'waiting');
      return sent.isWhole;
    } catch (error) {
      setFault(error);
      setState(isApiError(error, 'form_changed') ? 'changed' : 'failed');
      return false;
    }
  }, [uuid, queryClient]);

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

  const load = useCallback((theirs: FormWithDraft) => {
    const next = FormDefinition.parse(theirs.draft);
    known.current = { draft: next, revision: theirs.revision };
    dispatch({ type: 'loaded', draft: next });
    setState('saved');
  }, []);
  // What a look at the server brought, unless something was edited here.
  useEffect(() => {
    const isOlder = form.revision <= known.current.revision;
    if (isOlder || running.current || !isSame(latest.current, known.current.draft)) return;
    load(form);
  }, [form, load]);

  const fetchTheirs = () => queryClient.fetchQuery({ ...formQuery(uuid), staleTime: 0 });
  return {
    draft,
    mayEdit,
    state,
    fault,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** `group`: steps of one group are undone together, such as the letters of a text. */
    edit: (change: Change, group?: string) => dispatch({ type: 'edited', change, group }),
    /** `to`: also what was done since that draft. */
    undo(to?: FormDefinition) {
      dispatch({ type: 'undone', to });
      toasts.remove(STEP_TOAST);
    },
    redo: () => dispatch({ type: 'redone' }),
    flush,
    takeTheirs: async () => load(await fetchTheirs()),
    async keepMine() {
      const theirs = await fetchTheirs();
      known.current = { draft: FormDefinition.parse(theirs.draft), revision: theirs.revision };
      return flush();
    },
  };
}
export type FormDraft = ReturnType<typeof useFormDraft>;

export interface Editing extends Pick<FormDraft, 'draft' | 'edit' | 'undo' | 'mayEdit'> {
  /** In which texts are written now. */
  readonly language: FormLanguage;
}
export const EditingContext = createContext<Editing | null>(null);

/** The draft that the page around edits. */
export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('there is no form to edit around this');
  return editing;
}
