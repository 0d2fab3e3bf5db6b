import type { ChatAnswer, Citation } from '@hanasu/contract/chat';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isFault } from '../../shell/api-fault.ts';
import { askBot, type ChatEvent } from './chat-stream.ts';
import { citedOf } from './cited.ts';

export interface ChatTurn {
  id: string;
  question: string;
  text: string;
  citations: Citation[];
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** Present when `done`: usage, timing, outcome. */
  answer: z.output<typeof ChatAnswer> | null;
  /** Present when `failed`. */
  fault: unknown;
}

export interface ChatSeed {
  conversationUuid?: ConversationId | undefined;
  turns?: ChatTurn[];
  /** Told once the server has given the conversation its id. */
  onConversation?: (uuid: ConversationId) => void;
  /** Told what each answer rests on. */
  onCitations?: (citations: readonly Citation[]) => void;
}

function withEvent(turn: ChatTurn, event: ChatEvent): ChatTurn {
  switch (event.type) {
    case 'begun':
      return turn;
    case 'citations':
      return { ...turn, citations: event.passages };
    case 'text':
      return { ...turn, state: 'streaming', text: turn.text + event.delta };
    case 'answer': {
      const { message } = event.answer;
      return {
        ...turn,
        state: 'done',
        text: message.text,
        citations: message.citations,
        answer: event.answer,
      };
    }
  }
}

function afterEnd(turn: ChatTurn, error: unknown): ChatTurn {
  if (turn.state === 'done') return turn;
  if (isFault(error, 'aborted')) return { ...turn, state: 'stopped' };
  if (error) return { ...turn, state: 'failed', fault: error };
  // The stream ended without its last part: what was written is shown, and the person may ask again.
  return { ...turn, state: 'failed', fault: null };
}

/** One conversation with a bot: asks, collects the streamed answer, stops. */
export function useChat(botUuid: BotId, seed: ChatSeed = {}) {
  const [turns, setTurns] = useState<ChatTurn[]>(seed.turns ?? []);
  const conversation = useRef(seed.conversationUuid);
  const running = useRef<AbortController>(null);
  const queryClient = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  const change = (id: string, update: (turn: ChatTurn) => ChatTurn) =>
    setTurns((all) => all.map((turn) => (turn.id === id ? update(turn) : turn)));

  const run = async (id: string, question: string) => {
    const controller = new AbortController();
    running.current = controller;
    let failure: unknown;
    try {
      const input = { botUuid, message: question, conversationUuid: conversation.current };
      for await (const event of askBot(input, controller.signal)) {
        change(id, (turn) => withEvent(turn, event));
        if (event.type === 'answer') {
          const { text, citations } = event.answer.message;
          seed.onCitations?.(citedOf(text, citations));
        }
        if (event.type === 'begun' && conversation.current !== event.conversationUuid) {
          conversation.current = event.conversationUuid;
          seed.onConversation?.(event.conversationUuid);
        }
      }
    } catch (error) {
      failure = error;
    }
    change(id, (turn) => afterEnd(turn, failure));
    if (running.current === controller) running.current = null;
    void queryClient.invalidateQueries({ queryKey: ['tokens'] });
  };

  const ask = (question: string) => {
    const id = crypto.randomUUID();
    const turn: ChatTurn = {
      id,
      question,
      text: '',
      citations: [],
      state: 'waiting',
      answer: null,
      fault: null,
    };
    setTurns((all) => [...all, turn]);
    void run(id, question);
  };

  return {
    turns,
    busy: turns.some(({ state }) => state === 'waiting' || state === 'streaming'),
    ask,
    stop: () => running.current?.abort(),
    /** Asks the question of a failed or stopped turn again, in its place. */
    retry: (turn: ChatTurn) => {
      change(turn.id, (old) => ({ ...old, text: '', citations: [], state: 'waiting', fault: null }));
      void run(turn.id, turn.question);
    },
    clear: () => {
      running.current?.abort();
      conversation.current = undefined;
      setTurns([]);
    },
  };
}
