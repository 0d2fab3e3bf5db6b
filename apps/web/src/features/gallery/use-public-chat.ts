import type { ConversationId } from '@hanasu/contract/ids';
import type { VisitorCitation } from '@hanasu/contract/visitors';
import { useEffect, useRef, useState } from 'react';
import { newId } from '../../shell/new-id.ts';
import { askPublicBot } from './gallery.queries.ts';

export interface PublicTurn {
  readonly id: string;
  readonly question: string;
  readonly text: string;
  readonly citations: readonly VisitorCitation[];
  readonly state: 'waiting' | 'done' | 'failed';
  readonly fault: unknown;
}

const VISITOR_KEY = 'gallery-visitor';

/** A chat with a public bot. Who asks is remembered in this browser, for the limits. */
export function usePublicChat(slug: string) {
  const [turns, setTurns] = useState<PublicTurn[]>([]);
  const conversation = useRef<ConversationId>(undefined);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const change = (id: string, changes: (turn: PublicTurn) => Partial<PublicTurn>) =>
    setTurns((all) => all.map((turn) => (turn.id === id ? { ...turn, ...changes(turn) } : turn)));

  const run = async (id: string, message: string) => {
    const controller = new AbortController();
    running.current = controller;
    const body = {
      message,
      visitor: localStorage.getItem(VISITOR_KEY) ?? undefined,
      conversationUuid: conversation.current,
    };
    try {
      for await (const part of askPublicBot(slug, body, controller.signal)) {
        if (part.type === 'start') {
          conversation.current = part.messageMetadata.conversationUuid;
          localStorage.setItem(VISITOR_KEY, part.messageMetadata.visitor);
        } else if (part.type === 'text-delta') change(id, ({ text }) => ({ text: text + part.delta }));
        else if (part.type === 'data-answer') {
          const { text, citations } = part.data.message;
          change(id, () => ({ text, citations, state: 'done' }));
        }
      }
      change(id, ({ state }) => (state === 'waiting' ? { state: 'failed' } : {}));
    } catch (fault) {
      change(id, () => ({ state: 'failed', fault }));
    }
  };
  return {
    turns,
    busy: turns.some(({ state }) => state === 'waiting'),
    ask(question: string) {
      const id = newId();
      setTurns((all) => [...all, { id, question, text: '', citations: [], state: 'waiting', fault: null }]);
      void run(id, question);
    },
    retry({ id, question }: PublicTurn) {
      change(id, () => ({ text: '', citations: [], state: 'waiting', fault: null }));
      void run(id, question);
    },
  };
}
