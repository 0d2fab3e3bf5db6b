import { useSyncExternalStore } from 'react';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { durationWords } from './durations.ts';

const STEP_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, anew each half minute: one clock for everything that counts minutes. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => {
    // Nobody has listened for a while.
    if (timer === undefined && Date.now() - now > STEP_MS) now = Date.now();
    return now;
  });

const MINUTE_MS = 60_000;

/** How long a customer has waited, in whole minutes: the same in the row, in the head and in the panel. */
export function useWaitingTime(): (since: string) => string {
  const { t, locale } = useWords();
  const time = useNow();
  return (since) => {
    const minutes = Math.floor((time - Date.parse(since)) / MINUTE_MS);
    return minutes < 1 ? t('inbox.waiting.underMinute') : durationWords(minutes * 60, LOCALE_TAGS[locale]);
  };
}
