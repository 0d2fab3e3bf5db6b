export type { Answer } from './domain/answer.ts';
export { cursorOf, followTurn, type ShowPart } from './follow-turn.ts';
export { addAnsweringRoutes } from './routes.ts';
export { createRunningChats } from './running-chats.ts';
export { streamChat, wholeAnswer } from './stream-chat.ts';
export { createStreamJournal } from './stream-journal.ts';
export {
  type BegunOnce,
  beginOnce,
  createKeyHolds,
  type OnceDependencies,
} from './use-cases/answer-once.ts';
export { createBeginChats } from './use-cases/begin-chats.ts';
export { type AskedBefore, type BegunChat, beginChat, type ChatDependencies } from './use-cases/chat.ts';
export { createFinishTurns } from './use-cases/finish-turns.ts';
export { createTurnRunner } from './use-cases/run-channel-turns.ts';
export { createChatTurnRunner } from './use-cases/run-chat-turns.ts';
export { createSuggest } from './use-cases/suggest-answer.ts';
