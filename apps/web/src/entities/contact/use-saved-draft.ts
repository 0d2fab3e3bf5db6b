import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';

interface SavedDraftOptions {
  readonly value: string;
  /** Fails when it could not be saved. */
  readonly save: (draft: string) => Promise<unknown>;
  /** What is wrong with it, in words; null: nothing. */
  readonly check?: ((draft: string) => string | null) | undefined;
}

/** What the server says of the one field that was sent. */
const faultOf = (error: unknown): string => {
  const [problem] = isApiError(error, 'validation_failed') ? error.errors : [];
  return problem?.message ?? errorMessage(error);
};

/**
 * A fact that is edited where it stands and saved when the field is left. What could not be saved stays in the field, with
 * the reason beside it; what was not saved yet when the page goes is saved then.
 */
export function useSavedDraft({ value, save, check }: SavedDraftOptions) {
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const isThere = useRef(true);
  const tried = useRef<string | null>(null);

  const commit = async () => {
    if (draft === null || (draft === tried.current && state === 'saving')) return;
    if (draft.trim() === value.trim()) {
      setDraft(null);
      setFault(null);
      return;
    }
    const wrong = check?.(draft) ?? null;
    if (wrong !== null) {
      setFault(wrong);
      return;
    }
    tried.current = draft;
    setFault(null);
    setState('saving');
    try {
      await save(draft.trim());
      // Unless it was changed again meanwhile.
      setDraft((now) => (now === draft ? null : now));
      setState('saved');
    } catch (error) {
      setState('idle');
      if (isThere.current) setFault(faultOf(error));
      else toasts.add({ title: faultOf(error), color: 'error' });
    }
  };
  const leave = useEffectEvent(() => {
    if (draft !== tried.current) void commit();
  });
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      leave();
    };
  }, []);
  return {
    shown: draft ?? value,
    fault,
    state,
    change: (next: string) => {
      setDraft(next);
      setFault(null);
      setState('idle');
    },
    commit: () => void commit(),
    revert: () => {
      setDraft(null);
      setFault(null);
    },
    isChanged: draft !== null && draft !== value,
  };
}
