import { defineFeature } from '../../platform/feature.ts';
import { chatTurns } from '../conversations/public.ts';
import type { ChatDependencies } from './chat/chat.ts';
import { type ChatTurnDependencies, createChatTurnRunner } from './chat/run-chat-turns.ts';
import { addAnsweringRoutes } from './routes.ts';
import type { createTurnRunner } from './turns/run-channel-turns.ts';

interface WorkContext {
  readonly database: ChatDependencies['database'];
  readonly answering: Omit<ChatTurnDependencies, 'onAnswered'>;
  /** A run of a chat's turn that nobody waited for has ended with an answer. */
  readonly onChatAnswered: ChatTurnDependencies['onAnswered'];
  readonly turnRunner: ReturnType<typeof createTurnRunner>;
}

const IDLE_MS = 2_000;
/** Streams of chats are kept for some minutes. */
const STREAMS_MS = 60_000;
/** At a stop, for answers of chats that are made here; a few at most. */
const ANSWERS_MS = 5_000;

export const answeringFeature = defineFeature<{ readonly answering: ChatDependencies }, WorkContext>({
  name: 'answering',
  routes: (implement, { answering }) => addAnsweringRoutes(implement, answering),
  workers({ database, answering, onChatAnswered, turnRunner }) {
    const chatRunner = createChatTurnRunner({ ...answering, onAnswered: onChatAnswered });
    const finishChats = async (): Promise<void> => {
      await answering.runningChats.stopAll(ANSWERS_MS);
      await chatRunner.drain();
    };
    const removeStreams = () => database.system(chatTurns.removeOldChatTurns);
    return [
      { name: 'turns', runOnce: turnRunner.runOnce, idleMs: IDLE_MS, stop: turnRunner.drain },
      { runOnce: removeStreams, idleMs: STREAMS_MS },
      { name: 'chats', runOnce: chatRunner.runOnce, idleMs: IDLE_MS, stop: finishChats },
    ];
  },
});
