import type { ConversationId } from '@hanasu/contract/ids';
import { saveDraft } from '@hanasu/contract/inbox-work';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../shell/api/api-client.ts';
import { log } from '../../../shell/log.ts';
import { useInboxCache } from '../realtime/use-inbox-cache.ts';

const SAVE_AFTER_MS = 800;
const keyOf = (id: string) => `draft-${id}`;

/** What this browser has that the server may not: the text, until the server has confirmed it. */
function readLocal(id: string): string | null {
  try {
    return localStorage.getItem(keyOf(id));
  } catch (error) {
    log.error('A draft could not be read:', error);
    return null;
  }
}

function writeLocal(id: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), text);
  } catch (error) {
    log.error('A draft could not be kept:', error);
  }
}

type DraftState = 'clean' | 'unsaved' | 'saved' | 'failed';
/** Hands a text to the server; the promise fails when it could not be kept there. */
export type SaveDraft = (text: string) => Promise<unknown>;

/**
 * What is being written: on the server a moment after the last key, so that it is there on every machine, and in this
 * browser until the server has it. Give the component `key={id}`.
 */
export function useServerDraft(id: ConversationId, stored: string | null) {
  const cache = useInboxCache();
  return useDraft(id, stored, async (text) => {
    await call(saveDraft, { params: { uuid: id }, body: { text } });
    cache.setDraft(id, text || null);
  });
}

/** A draft of this browser only, for what the server keeps none of. */
export const useLocalDraft = (id: string) => useDraft(id, null, null);

function useDraft(id: string, stored: string | null, save: SaveDraft | null) {
  // What the server has not confirmed is newer than what it has.
  const [text, setText] = useState(() => readLocal(id) ?? stored ?? '');
  const [state, setState] = useState<DraftState>('clean');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<string | null>(null);

  const flush = useEffectEvent(async () => {
    clearTimeout(timer.current);
    const value = pending.current;
    if (value === null || !save) return;
    pending.current = null;
    try {
      await save(value);
      // Something newer may have been typed meanwhile.
      if (pending.current === null) {
        writeLocal(id, null);
        setState('saved');
      }
    } catch (error) {
      log.error('A draft could not be saved:', error);
      setState('failed');
    }
  });
  useEffect(() => {
    const leave = () => void flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const schedule = (value: string, delay: number) => {
    pending.current = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), delay);
  };
  return {
    text,
    state,
    change(next: string) {
      setText(next);
      setState('unsaved');
      writeLocal(id, next === '' && !save ? null : next);
      if (save) schedule(next, SAVE_AFTER_MS);
    },
    /** It was sent: nothing is left to keep. */
    clear() {
      setText('');
      setState('clean');
      writeLocal(id, save ? '' : null);
      if (save) schedule('', 0);
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
