import type { ShownBubble } from '@hanasu/contract/message-content';
import type { VisitorCitation, VisitorFile, VisitorForm, VisitorQuickReply } from '@hanasu/contract/visitors';
import { type Api, ApiError, type Cursor, type History, type Identity, type Part } from './api.ts';
import type { ChatStorage } from './chat-storage.ts';

export interface Said {
  readonly id: string;
  readonly from: 'visitor' | 'bot' | 'person';
  readonly text: string;
  readonly citations: readonly VisitorCitation[];
  /** Who of the staff said it. */
  readonly by?: string | null;
  readonly file?: VisitorFile | null;
  readonly form?: VisitorForm | null;
  /** Of a composed message, instead of the text. */
  readonly bubbles?: readonly ShownBubble[];
  /** `waiting`: an answer without a word yet. */
  readonly state: 'waiting' | 'writing' | 'done';
}

export interface ConversationState {
  readonly said: readonly Said[];
  readonly fault: ApiError | null;
  /** An answer is on its way. */
  readonly busy: boolean;
  readonly handling: History['handling'];
  /** Under the last message. */
  readonly quickReplies: History['quickReplies'];
}

const RETRY_MS = 1000;
/** How often it is asked for while a person has the conversation, is awaited, or may just have read the question … */
const WATCH_MS = 1_500;
/** … which they mostly do soon; later, each tenth time. */
const SOON_MS = 120_000;
const SELDOM = 10;
/** An answer takes no longer, even when a server ends meanwhile; then it is asked for no more. */
const PATIENCE_MS = 180_000;

/** The line was cut or the server is away, not the answer. */
const AWAY: readonly string[] = ['offline', 'internal', 'database_unavailable'];

interface Asked {
  readonly message: string;
  readonly requestUuid: string | undefined;
  /** Of a quick reply. */
  readonly action?: VisitorQuickReply['action'];
}

/** An answer as far as it was received. */
interface Run {
  /** Of what is shown for it. */
  id: string;
  text: string;
  cursor: Cursor | null;
}

export type Conversation = ReturnType<typeof createConversation>;

interface ConversationOptions {
  readonly api: Api;
  readonly storage: ChatStorage;
  readonly identity: Identity | null;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly isIdentityRequired?: boolean;
  /** Nobody looks at the page now. */
  readonly isHidden?: () => boolean;
  /** The chat was taken off the page: no answer is waited for. */
  readonly isOver?: () => boolean;
}

/** One visitor's conversation: what was said, asking, and coming back to an answer whose stream has broken. */
export function createConversation({
  api,
  storage,
  identity,
  wait,
  isIdentityRequired,
  isHidden = () => false,
  isOver = () => false,
}: ConversationOptions) {
  let state: ConversationState = { said: [], fault: null, busy: false, handling: 'bot', quickReplies: [] };
  let conversationUuid: string | undefined;
  let failed: Asked | null = null;
  let count = 0;
  let askedAt = 0;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (changes: Partial<ConversationState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const nextId = (): string => {
    count += 1;
    return `here-${count}`;
  };

  /** A site says who it is each time; it may be somebody else now. */
  const enter = async (): Promise<void> => {
    if (identity) storage.write({ visitor: (await api.session(identity)).visitor });
    else if (isIdentityRequired) throw new ApiError('identity_needed');
  };

  const refresh = async (): Promise<boolean> => {
    const { visitor } = storage.read();
    if (!visitor) return false;
    const before = count;
    const history = await api.history(visitor);
    // Something was asked meanwhile, so this is old.
    if (before !== count) return state.busy;
    conversationUuid = history.conversationUuid ?? conversationUuid;
    const said: Said[] = history.messages.map((one) => ({ ...one, id: one.uuid, state: 'done' }));
    if (history.busy) said.push({ id: nextId(), from: 'bot', text: '', citations: [], state: 'waiting' });
    const { busy, handling, quickReplies } = history;
    set({ said, busy, fault: null, handling, quickReplies });
    return history.busy;
  };

  const change = (id: string, changes: Partial<Said>) =>
    set({ said: state.said.map((one) => (one.id === id ? { ...one, ...changes } : one)) });

  const receivePart = (run: Run, part: Part): void => {
    if (part.type === 'start') {
      const { conversationUuid: uuid, visitor } = part.messageMetadata;
      conversationUuid = uuid;
      storage.write({ visitor });
      run.cursor ??= { answerUuid: part.messageId, attempt: 1, position: 0 };
    } else if (part.type === 'data-restart' && run.cursor) {
      run.text = '';
      run.cursor = { ...run.cursor, attempt: part.data.attempt, position: 0 };
      change(run.id, { text: '', state: 'waiting' });
    } else if (part.type === 'text-delta') {
      run.text += part.delta;
      if (run.cursor) run.cursor = { ...run.cursor, position: run.text.length };
      change(run.id, { text: run.text, state: 'writing' });
    } else if (part.type === 'data-answer') {
      const { uuid, text: whole, citations } = part.data.message;
      if (part.data.outcome === 'handed_over' && state.handling === 'bot') set({ handling: 'waiting' });
      // A person has the conversation and answers later.
      if (whole) {
        change(run.id, { id: uuid, text: whole, citations, state: 'done' });
        run.id = uuid;
      } else set({ said: state.said.filter(({ id }) => id !== run.id) });
    } else if (part.type === 'data-news') void showNews(run);
    else if (part.type === 'error') throw new ApiError('internal');
  };
  /** What a person says while an answer is still being written stands above it, as it will in the history. */
  const showNews = async (run: Run): Promise<void> => {
    const before = count;
    const history = await api.history(storage.read().visitor ?? '').catch(() => null);
    if (!history || before !== count) return;
    const known = new Set(history.messages.map(({ uuid }): string => uuid));
    const writing = state.said.filter(({ id }) => id === run.id && !known.has(id));
    set({
      handling: history.handling,
      said: [...history.messages.map((one): Said => ({ ...one, id: one.uuid, state: 'done' })), ...writing],
    });
  };

  /** An answer has ended: what can be tapped under it. */
  const rest = (): void => {
    set({ busy: false });
    void showQuickReplies();
  };
  const showQuickReplies = async (): Promise<void> => {
    const before = count;
    const history = await api.history(storage.read().visitor ?? '').catch(() => null);
    // Something was said meanwhile: the next round of `watch` has it all.
    const isSame = before === count && history?.messages.at(-1)?.uuid === state.said.at(-1)?.id;
    if (history && isSame && !history.busy)
      set({ handling: history.handling, quickReplies: history.quickReplies });
  };

  /** The answer goes on at the server, or at another one, when the stream is gone. */
  const goOn = async (run: Run): Promise<void> => {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end && !isOver()) {
      try {
        if (await api.resume(storage.read().visitor ?? '', run.cursor, (part) => receivePart(run, part)))
          return rest();
        // There is none: it has ended long ago, or it is not taken up yet.
        if (!(await refresh())) return;
      } catch (error) {
        if (!AWAY.includes(apiErrorOf(error).code)) throw error;
      }
      await wait(RETRY_MS);
    }
    set({ busy: false });
  };

  const load = async (): Promise<void> => {
    try {
      await enter();
      if (await refresh()) await goOn({ id: state.said.at(-1)?.id ?? '', text: '', cursor: null });
    } catch (error) {
      loading = null;
      set({ fault: apiErrorOf(error) });
    }
  };

  const ask = (message: string) => send({ message, requestUuid: newRequestUuid() });
  const send = async (asked: Asked): Promise<void> => {
    if (state.busy) return;
    failed = null;
    askedAt = Date.now();
    const [question, answer] = [nextId(), nextId()];
    const run: Run = { id: answer, text: '', cursor: null };
    set({
      busy: true,
      fault: null,
      quickReplies: [],
      said: [
        ...state.said,
        { id: question, from: 'visitor', text: asked.message, citations: [], state: 'done' },
        { id: answer, from: 'bot', text: '', citations: [], state: 'waiting' },
      ],
    });
    try {
      // Known before the question is sent, so that the question can be told from one of somebody else.
      if (!storage.read().visitor) await enter();
      if (!storage.read().visitor) storage.write({ visitor: (await api.session({})).visitor });
      const { visitor } = storage.read();
      await api.ask({ ...asked, visitor, conversationUuid }, (part) => receivePart(run, part));
      rest();
    } catch (error) {
      await recover(apiErrorOf(error), run);
    }

    async function recover(fault: ApiError, { cursor }: Run): Promise<void> {
      if (AWAY.includes(fault.code) && cursor)
        return goOn(run).catch((again: unknown) => set({ busy: false, fault: apiErrorOf(again) }));
      // A conversation of before is gone (deleted, or another visitor's): the next question begins a new one.
      if (fault.code === 'conversation_not_found') conversationUuid = undefined;
      failed = asked;
      set({ busy: false, fault, said: state.said.filter(({ id }) => id !== question && id !== answer) });
    }
  };

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
    /** Something was done beside the words: what is said of it may be there. */
    renew: async () => {
      if (!state.busy) await refresh().catch(() => undefined);
    },
    /** As on any channel: what was tapped is said by the visitor. */
    tap: ({ text: message, action }: VisitorQuickReply) =>
      send({ message, requestUuid: newRequestUuid(), ...(action ? { action } : {}) }),
    /** What was asked last and not taken. */
    failed: () => failed?.message ?? null,
    async again() {
      // Should the server have taken it all the same, it is not asked twice.
      if (failed) await send(failed);
      else {
        set({ fault: null });
        await this.load();
      }
    },
    /** The next question begins another conversation. */
    fresh() {
      conversationUuid = undefined;
      failed = null;
      set({ said: [], fault: null, busy: false, handling: 'bot', quickReplies: [] });
    },
    /** While the chat is open: people answer when they can. */
    async watch(isOpen: () => boolean) {
      for (let round = 1; isOpen(); round += 1) {
        await wait(WATCH_MS);
        const isSoon = Date.now() - askedAt < SOON_MS;
        const isDue = state.handling !== 'bot' || isSoon || round % SELDOM === 0;
        if (isDue && isOpen() && !isHidden() && !state.busy && conversationUuid)
          await refresh().catch(() => undefined);
      }
    },
  };
}

/** Absent where the browser has none to give: on pages without https. */
const newRequestUuid = (): string | undefined => crypto.randomUUID?.();

const apiErrorOf = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal');
