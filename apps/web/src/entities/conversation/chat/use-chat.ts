import type { AttachmentView, Citation } from '@hanasu/contract/chat';
import { type ChatInput, stopChat } from '@hanasu/contract/chat';
import type { BotId, ConversationId, GroupId, MessageId } from '@hanasu/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { call } from '../../../shell/api/api-client.ts';
import { log } from '../../../shell/log.ts';
import { citedOf } from '../cited.ts';
import { fetchTurns, sendFeedback, showBranch } from './chat.queries.ts';
import { type ChatAction, type ChatTurn, chatReducer, isOpen, newTurn } from './chat-state.ts';
import { askBot, type ChatEvent, watchAgain } from './chat-stream.ts';

export interface ChatSeed {
  conversationUuid?: ConversationId | undefined;
  turns?: ChatTurn[];
  /** Asks the bot as it is being edited; such chats are kept apart from those of customers. */
  draft?: boolean;
  /** The last question is being answered: its answer is watched from its start. */
  isAnswering?: boolean;
  hasEarlier?: boolean;
  /** Told once the server has given the conversation its id. */
  onConversation?: (uuid: ConversationId) => void;
  /** Told what each answer rests on. */
  onCitations?: (citations: readonly Citation[]) => void;
}

type Question = Omit<ChatInput, 'botUuid' | 'groupUuid' | 'conversationUuid' | 'draft'>;

/** Who is asked: a bot, or a group that chooses one of its bots. */
export type Asked = { readonly botUuid: BotId } | { readonly groupUuid: GroupId };

const POLL_MS = 2_000;

/** One conversation with a bot: asks, collects the streamed answer, stops, goes other ways. */
export function useChat(asked: Asked, seed: ChatSeed = {}) {
  const [{ turns, hasEarlier }, dispatch] = useReducer(chatReducer, {
    turns: seed.turns ?? [],
    hasEarlier: seed.hasEarlier ?? false,
  });
  const { conversation, run, reload, stop, leave } = useAnswerStream({ asked, seed, turns, dispatch });

  const ask = (question: string, attachments: AttachmentView[] = []) => {
    const turn = newTurn(question, attachments);
    dispatch({ type: 'asked', turn });
    void run(turn.id, askingOf(question, attachments));
  };

  return {
    turns,
    hasEarlier,
    busy: turns.some(isOpen),
    ask,
    /** What was said so far is kept. */
    stop,
    /** Asks the question of a failed or stopped turn again, in its place. */
    retry: (turn: ChatTurn) => {
      dispatch({ type: 'restarted', id: turn.id });
      void run(turn.id, againOf(turn));
    },
    /** Answers once more; the earlier answer stays as a branch. */
    regenerate: (turn: ChatTurn) => {
      if (!turn.answered) return;
      dispatch({ type: 'regenerated', id: turn.id });
      void run(turn.id, { regenerate: turn.answered.uuid });
    },
    /** Sends an edited question; what came after it stays as a branch. */
    edit: (turn: ChatTurn, question: string) => {
      if (!turn.asked) return;
      dispatch({ type: 'edited', id: turn.id, question });
      void run(turn.id, { ...askingOf(question, turn.attachments), replaces: turn.asked.uuid });
    },
    /** Shows the branch of this message. */
    goTo: async (message: MessageId) => {
      if (!conversation.current) return;
      await showBranch(conversation.current, message);
      await reload();
    },
    rate: async (turn: ChatTurn, rating: 'up' | 'down' | null, reason = '') => {
      if (!turn.answered) return;
      await sendFeedback(turn.answered.uuid, rating, reason);
      const feedback = rating && { rating, reason, at: new Date().toISOString() };
      dispatch({ type: 'rated', id: turn.id, feedback });
    },
    loadEarlier: async () => {
      const first = turns[0]?.asked ?? turns[0]?.answered;
      if (!conversation.current || !first) return;
      const earlier = await fetchTurns(conversation.current, first.uuid);
      dispatch({ type: 'earlier-loaded', earlier });
    },
    clear: () => {
      if (conversation.current && turns.some(isOpen)) void requestStop(conversation.current);
      leave();
      dispatch({ type: 'cleared' });
    },
  };
}

export type Chat = ReturnType<typeof useChat>;

interface AnswerStreamOptions {
  asked: Asked;
  seed: ChatSeed;
  turns: readonly ChatTurn[];
  dispatch: (action: ChatAction) => void;
}

/** Reads the answers of one conversation as they are written, also one that began before the page was loaded. */
function useAnswerStream({ asked, seed, turns, dispatch }: AnswerStreamOptions) {
  const conversation = useRef(seed.conversationUuid);
  const running = useRef<AbortController>(null);
  const wantsStop = useRef(false);
  const queryClient = useQueryClient();

  const receiveEvent = (id: string, event: ChatEvent) => {
    dispatch({ type: 'event-received', id, event });
    if (event.type === 'answer') {
      const { text, citations } = event.answer.message;
      seed.onCitations?.(citedOf(text, citations));
    }
    if (event.type !== 'begun') return;
    if (conversation.current !== event.conversationUuid) {
      conversation.current = event.conversationUuid;
      seed.onConversation?.(event.conversationUuid);
    }
    if (wantsStop.current) void requestStop(event.conversationUuid);
  };

  const readStream = async (id: string, open: (signal: AbortSignal) => AsyncGenerator<ChatEvent>) => {
    const controller = new AbortController();
    running.current = controller;
    wantsStop.current = false;
    let error: unknown;
    try {
      for await (const event of open(controller.signal)) receiveEvent(id, event);
    } catch (failure) {
      error = failure;
    }
    dispatch({ type: 'stream-ended', id, error });
    if (running.current === controller) running.current = null;
    void queryClient.invalidateQueries({ queryKey: ['tokens'] });
  };

  const run = (id: string, input: Question) => {
    const body = {
      ...asked,
      ...input,
      ...(conversation.current ? { conversationUuid: conversation.current } : {}),
      ...(seed.draft ? { draft: true } : {}),
      // Sent again because its fate was not known, a question is not asked twice.
      ...(input.replaces || input.regenerate ? {} : { requestUuid: id }),
    };
    return readStream(id, async function* listen(signal) {
      let isWhole = false;
      for await (const event of askBot(body, signal)) {
        isWhole ||= event.type === 'answer';
        yield event;
      }
      if (!isWhole) await reload(signal);
    });
  };

  /** Waits for an answer that is made elsewhere, then shows what is stored. */
  const reload = async (signal?: AbortSignal): Promise<void> => {
    const uuid = conversation.current;
    if (!uuid) return;
    let read = await fetchTurns(uuid, undefined, signal);
    while (signal && read.isAnswering) {
      await pause(POLL_MS);
      signal.throwIfAborted();
      read = await fetchTurns(uuid, undefined, signal);
    }
    dispatch({ type: 'reloaded', stored: read });
  };

  /** An answer from its start on. */
  async function* watch(uuid: ConversationId, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    let isWhole = false;
    for await (const event of watchAgain(uuid, signal)) {
      isWhole ||= event.type === 'answer';
      yield event;
    }
    // Nothing more to hear: it has just ended.
    if (!isWhole) await reload(signal);
  }

  /** After a reload of the page. */
  const resume = useEffectEvent(async (signal: AbortSignal) => {
    const uuid = conversation.current;
    const last = turns.at(-1);
    if (!seed.isAnswering || !uuid || !last) return;
    dispatch({ type: 'restarted', id: last.id });
    await readStream(last.id, (own) => watch(uuid, AbortSignal.any([own, signal])));
  });
  useEffect(() => {
    const gone = new AbortController();
    void resume(gone.signal);
    return () => {
      gone.abort();
      running.current?.abort();
    };
  }, []);

  return {
    conversation,
    run,
    reload,
    stop: () => {
      wantsStop.current = true;
      if (conversation.current) void requestStop(conversation.current);
    },
    /** Stops reading and begins a conversation of its own. */
    leave: () => {
      running.current?.abort();
      conversation.current = undefined;
    },
  };
}

const askingOf = (message: string, attachments: readonly AttachmentView[]): Question => ({
  message,
  ...(attachments.length > 0 ? { attachmentUuids: attachments.map(({ uuid }) => uuid) } : {}),
});

/** A stopped answer is made once more; a question that has none takes its own place. */
function againOf({ question, attachments, asked, answered, state }: ChatTurn): Question {
  if (answered && state === 'stopped') return { regenerate: answered.uuid };
  return { ...askingOf(question, attachments), ...(asked ? { replaces: asked.uuid } : {}) };
}

const requestStop = (uuid: ConversationId): Promise<void> =>
  call(stopChat, { params: { uuid } }).then(
    () => undefined,
    (error: unknown) => log.error('An answer could not be stopped:', error),
  );

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
