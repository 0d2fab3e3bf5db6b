import type { VisitorCitation, VisitorFile } from '@hanasu/contract/visitors';
import { type Api, Fault, type History, type Identity } from './api.ts';
import type { Keep } from './keep.ts';

export interface Said {
  readonly id: string;
  readonly from: 'visitor' | 'bot' | 'person';
  readonly text: string;
  readonly citations: readonly VisitorCitation[];
  /** Who of the staff said it. */
  readonly by?: string | null;
  readonly file?: VisitorFile | null;
  /** `waiting`: an answer without a word yet. */
  readonly state: 'waiting' | 'writing' | 'done';
}

export interface TalkState {
  readonly said: readonly Said[];
  readonly fault: Fault | null;
  /** An answer is on its way. */
  readonly busy: boolean;
  readonly handling: History['handling'];
}

const POLL_MS = 1500;
/** How often it is asked for while a person has the conversation or is awaited; otherwise each fifth time. */
const WATCH_MS = 3_000;
/** An answer takes no longer; then it is asked for no more. */
const PATIENCE_MS = 100_000;

export type Talk = ReturnType<typeof createTalk>;

/** One visitor's conversation: what was said, asking, and coming back to an answer whose stream has broken. */
export function createTalk(
  api: Api,
  keep: Keep,
  identity: Identity | null,
  wait: (milliseconds: number) => Promise<void>,
  isIdentityRequired = false,
) {
  let state: TalkState = { said: [], fault: null, busy: false, handling: 'bot' };
  let conversationUuid: string | undefined;
  let failedQuestion: string | null = null;
  let count = 0;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (changes: Partial<TalkState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const nextId = (): string => {
    count += 1;
    return `here-${count}`;
  };

  /** A site says who it is each time; it may be somebody else now. */
  const enter = async (): Promise<void> => {
    if (identity) keep.write({ visitor: (await api.session(identity)).visitor });
    else if (isIdentityRequired) throw new Fault('identity_needed');
  };

  const refresh = async (): Promise<boolean> => {
    const { visitor } = keep.read();
    if (!visitor) return false;
    const before = count;
    const history = await api.history(visitor);
    // Something was asked meanwhile, so this is old.
    if (before !== count) return state.busy;
    conversationUuid = history.conversationUuid ?? conversationUuid;
    const said: Said[] = history.messages.map((one) => ({ ...one, id: one.uuid, state: 'done' }));
    if (history.busy) said.push({ id: nextId(), from: 'bot', text: '', citations: [], state: 'waiting' });
    set({ said, busy: history.busy, fault: null, handling: history.handling });
    return history.busy;
  };

  /** The answer goes on at the server when the stream is gone. */
  const waitForAnswer = async (): Promise<void> => {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      await wait(POLL_MS);
      const isBusy = await refresh().catch((error: unknown) => {
        if (error instanceof Fault && error.code === 'offline') return true;
        throw error;
      });
      if (!isBusy) return;
    }
    set({ busy: false });
  };

  const load = async (): Promise<void> => {
    try {
      await enter();
      if (await refresh()) await waitForAnswer();
    } catch (error) {
      loading = null;
      set({ fault: faultOf(error) });
    }
  };

  const change = (id: string, changes: Partial<Said>) =>
    set({ said: state.said.map((one) => (one.id === id ? { ...one, ...changes } : one)) });

  const ask = async (message: string): Promise<void> => {
    if (state.busy) return;
    failedQuestion = null;
    const [question, answer] = [nextId(), nextId()];
    set({
      busy: true,
      fault: null,
      said: [
        ...state.said,
        { id: question, from: 'visitor', text: message, citations: [], state: 'done' },
        { id: answer, from: 'bot', text: '', citations: [], state: 'waiting' },
      ],
    });
    let isTaken = false;
    try {
      if (!keep.read().visitor) await enter();
      const { visitor } = keep.read();
      let text = '';
      await api.ask({ message, visitor, conversationUuid }, (part) => {
        if (part.type === 'start') {
          isTaken = true;
          conversationUuid = part.messageMetadata.conversationUuid;
          keep.write({ visitor: part.messageMetadata.visitor });
        } else if (part.type === 'text-delta') {
          text += part.delta;
          change(answer, { text, state: 'writing' });
        } else if (part.type === 'data-answer') {
          const { uuid, text: whole, citations } = part.data.message;
          if (part.data.outcome === 'handed_over' && state.handling === 'bot') set({ handling: 'waiting' });
          // A person has the conversation and answers later.
          if (whole) change(answer, { id: uuid, text: whole, citations, state: 'done' });
          else set({ said: state.said.filter(({ id }) => id !== answer) });
        } else if (part.type === 'error') throw new Fault('internal');
      });
      set({ busy: false });
    } catch (error) {
      await recover(error, message, isTaken, [question, answer]);
    }
  };

  async function recover(error: unknown, message: string, isTaken: boolean, ids: string[]): Promise<void> {
    const fault = faultOf(error);
    if (fault.code === 'offline' && isTaken) {
      try {
        await waitForAnswer();
        return;
      } catch (again) {
        set({ busy: false, fault: faultOf(again) });
        return;
      }
    }
    // A conversation of before is gone (deleted, or another visitor's): the next question begins a new one.
    if (fault.code === 'conversation_not_found') conversationUuid = undefined;
    failedQuestion = message;
    set({ busy: false, fault, said: state.said.filter(({ id }) => !ids.includes(id)) });
  }

  return {
    base: api.base,
    state: () => state,
    listen(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Who we are, and what was said before. Once. */
    load(): Promise<void> {
      loading ??= load();
      return loading;
    },
    ask,
    /** What was asked last and not taken. */
    failed: () => failedQuestion,
    async again() {
      if (failedQuestion !== null) await ask(failedQuestion);
      else {
        set({ fault: null });
        await this.load();
      }
    },
    /** The next question begins another conversation. */
    fresh() {
      conversationUuid = undefined;
      failedQuestion = null;
      set({ said: [], fault: null, busy: false, handling: 'bot' });
    },
    /** While the chat is open: people answer when they can. */
    async watch(isOpen: () => boolean) {
      for (let round = 1; isOpen(); round += 1) {
        await wait(WATCH_MS);
        const isDue = state.handling !== 'bot' || round % 5 === 0;
        if (isDue && isOpen() && !document.hidden && !state.busy && conversationUuid)
          await refresh().catch(() => undefined);
      }
    },
  };
}

const faultOf = (error: unknown): Fault => (error instanceof Fault ? error : new Fault('internal'));
