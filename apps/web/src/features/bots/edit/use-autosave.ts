import { type BotView, updateBot } from '@hanasu/contract/bots';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { call } from '../../../shell/api/api-client.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import {
  type AutosaveAction,
  type AutosaveState,
  autosaveReducer,
  expectedAfter,
  NOTHING_TO_SAVE,
  planSave,
  remoteChange,
  type SaveState,
} from './autosave-state.ts';
import { type BotValues, pathsOf, tidied, valuesOf, withPatch } from './bot-values.ts';
import { isSame } from './is-same.ts';

/** After the last key; leaving a field saves at once. */
const QUIET_MS = 900;
const RETRY_MS = 8_000;

export interface Autosave extends AutosaveState {
  dismissRemoteChange(): void;
  /** True once all that was typed is on the server. */
  flush(): Promise<boolean>;
  /** What an action of this page made of the bot. */
  replace(bot: BotView): void;
}

/** Saves the draft while it is written. Nothing typed is lost: what fails stays in the form and is tried again. */
export function useAutosave(form: UseFormReturn<BotValues>, bot: BotView): Autosave {
  const queryClient = useQueryClient();
  const base = useRef(valuesOf(bot));
  /** When the server last changed what `base` holds; an answer that was on its way before is older. */
  const known = useRef(bot.updatedAt);
  const running = useRef<Promise<boolean>>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, dispatch] = useReducer(autosaveReducer, NOTHING_TO_SAVE);
  const { state } = shown;
  const { uuid } = bot;

  /** Takes over what others changed, but for fields that were edited here since. */
  const adopt = useCallback(
    (server: BotValues, expected: BotValues) => {
      const foreign = remoteChange({ expected, server, local: tidied(form.getValues()) });
      base.current = server;
      if (!foreign) return;
      dispatch({ type: 'remote-change-adopted' });
      form.reset(withPatch(form.getValues(), foreign), { keepErrors: true });
    },
    [form],
  );

  const save = useCallback(async (): Promise<boolean> => {
    const values = tidied(form.getValues());
    await form.trigger();
    const { patch, isIncomplete } = planSave(base.current, values);
    if (pathsOf(patch).length === 0) {
      dispatch({ type: 'skipped', isIncomplete });
      return !isIncomplete;
    }
    dispatch({ type: 'save-started' });
    try {
      const saved = await call(updateBot, { params: { uuid }, body: patch });
      const server = valuesOf(saved);
      known.current = saved.updatedAt;
      adopt(server, expectedAfter(base.current, patch, server));
      queryClient.setQueryData(botQuery(uuid).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
      const isBehind = !isSame(tidied(form.getValues()), base.current);
      dispatch({ type: 'save-succeeded', isIncomplete, isBehind });
      return !isIncomplete;
    } catch (error) {
      applyFormError(form, error);
      form.clearErrors('root');
      dispatch({ type: 'save-failed', error });
      return false;
    }
  }, [form, uuid, adopt, queryClient]);

  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    const before = running.current ?? Promise.resolve(true);
    const next = before.then(() => save());
    running.current = next;
    void next.finally(() => {
      if (running.current === next) running.current = null;
    });
    return next;
  }, [save]);

  useSaveTriggers({ form, base, timer, state, flush, dispatch });

  // What a look at the server brought.
  useEffect(() => {
    if (running.current !== null || bot.updatedAt <= known.current) return;
    known.current = bot.updatedAt;
    adopt(valuesOf(bot), base.current);
  }, [bot, adopt]);

  const replace = useCallback(
    (next: BotView) => {
      base.current = valuesOf(next);
      known.current = next.updatedAt;
      form.reset(base.current);
      dispatch({ type: 'replaced' });
      queryClient.setQueryData(botQuery(uuid).queryKey, next);
      void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['bots', 'versions', uuid] });
    },
    [form, queryClient, uuid],
  );

  return {
    ...shown,
    dismissRemoteChange: () => dispatch({ type: 'remote-change-dismissed' }),
    flush,
    replace,
  };
}

interface SaveTriggers {
  form: UseFormReturn<BotValues>;
  /** What the server has. */
  base: RefObject<BotValues>;
  timer: RefObject<ReturnType<typeof setTimeout> | undefined>;
  state: SaveState;
  flush: () => Promise<boolean>;
  dispatch: (action: AutosaveAction) => void;
}

/** Saves when nothing was typed for a moment, when a field or the page is left, and again after a failure. */
function useSaveTriggers({ form, base, timer, state, flush, dispatch }: SaveTriggers): void {
  useEffect(() => {
    const schedule = () => {
      const isSaved = isSame(tidied(form.getValues()), base.current);
      dispatch({ type: 'edited', isSaved });
      clearTimeout(timer.current);
      if (isSaved) return;
      timer.current = setTimeout(() => void flush(), QUIET_MS);
    };
    const { unsubscribe } = form.watch(schedule);
    return () => {
      unsubscribe();
      clearTimeout(timer.current);
    };
  }, [form, base, timer, flush, dispatch]);

  useEffect(() => {
    if (state !== 'failed') return;
    const again = setTimeout(() => void flush(), RETRY_MS);
    return () => clearTimeout(again);
  }, [state, flush]);

  useEffect(() => {
    if (state !== 'waiting') return;
    const soon = () => void flush();
    // A field was left, or the page was.
    document.addEventListener('focusout', soon);
    document.addEventListener('visibilitychange', soon);
    return () => {
      document.removeEventListener('focusout', soon);
      document.removeEventListener('visibilitychange', soon);
    };
  }, [state, flush]);
}
