import { BotConfig, type BotPatch, type BotView, updateBot } from '@hanasu/contract/bots';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { call } from '../../../shell/api/api-client.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { type BotValues, changesOf, pathsOf, tidied, valuesOf, without, withPatch } from './bot-values.ts';
import { isSame } from './is-same.ts';

/** After the last key; leaving a field saves at once. */
const QUIET_MS = 900;
const RETRY_MS = 8_000;

/** `incomplete`: something doesn't fit and is kept here only, the rest is saved. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'incomplete';

export interface Autosave {
  readonly state: SaveState;
  readonly fault: unknown;
  /** Something was changed in another tab or by somebody else, and is shown here now. */
  readonly hasRemoteChange: boolean;
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
  const [state, setState] = useState<SaveState>('saved');
  const [fault, setFault] = useState<unknown>(null);
  const [hasRemoteChange, setRemoteChange] = useState(false);
  const { uuid } = bot;

  /** Takes over what others changed, but for fields that were edited here since. */
  const adopt = useCallback(
    (server: BotValues, expected: BotValues) => {
      const local = tidied(form.getValues());
      const foreign = changesOf(expected, server);
      const edited = new Set(pathsOf(changesOf(expected, local)));
      base.current = server;
      if (pathsOf(foreign).length === 0) return;
      setRemoteChange(true);
      const next = withPatch(form.getValues(), without(foreign, edited));
      form.reset(next, { keepErrors: true });
    },
    [form],
  );

  const save = useCallback(async (): Promise<boolean> => {
    const values = tidied(form.getValues());
    const wrong = wrongPaths(values);
    await form.trigger();
    const all = changesOf(base.current, values);
    const patch = without(all, wrong);
    const isIncomplete = pathsOf(all).length > pathsOf(patch).length;
    if (pathsOf(patch).length === 0) {
      setState(isIncomplete ? 'incomplete' : 'saved');
      return !isIncomplete;
    }
    setState('saving');
    try {
      const saved = await call(updateBot, { params: { uuid }, body: patch });
      const server = valuesOf(saved);
      known.current = saved.updatedAt;
      // What the server made of this very patch is no news.
      adopt(server, withPatch(base.current, only(server, patch)));
      queryClient.setQueryData(botQuery(uuid).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
      setFault(null);
      const isBehind = !isSame(tidied(form.getValues()), base.current);
      setState(isIncomplete ? 'incomplete' : isBehind ? 'waiting' : 'saved');
      return !isIncomplete;
    } catch (error) {
      applyFormError(form, error);
      form.clearErrors('root');
      setFault(error);
      setState('failed');
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

  useEffect(() => {
    const schedule = () => {
      if (isSame(tidied(form.getValues()), base.current)) {
        setState((old) => (old === 'saving' ? old : 'saved'));
        clearTimeout(timer.current);
        return;
      }
      setState((old) => (old === 'saving' ? old : 'waiting'));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), QUIET_MS);
    };
    const { unsubscribe } = form.watch(schedule);
    return () => {
      unsubscribe();
      clearTimeout(timer.current);
    };
  }, [form, flush]);

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
      setState('saved');
      setFault(null);
      setRemoteChange(false);
      queryClient.setQueryData(botQuery(uuid).queryKey, next);
      void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['bots', 'versions', uuid] });
    },
    [form, queryClient, uuid],
  );

  return { state, fault, hasRemoteChange, dismissRemoteChange: () => setRemoteChange(false), flush, replace };
}

/** The parts that the server would refuse. */
function wrongPaths(values: BotValues): Set<string> {
  const parsed = BotConfig.safeParse(values);
  const paths = (parsed.error?.issues ?? []).map(({ path }) =>
    path.slice(0, path[0] === 'settings' ? 2 : 1).join('.'),
  );
  return new Set(paths);
}

/** The server's values of the parts that a patch has. */
function only(server: BotValues, patch: BotPatch): BotPatch {
  const wanted = new Set(pathsOf(patch));
  return without(server, new Set(pathsOf(server).filter((path) => !wanted.has(path))));
}
