export type { Answer } from './domain/answer.ts';
export { addAnsweringRoutes } from './routes.ts';
export { createRunningChats, type RunningChat, type RunningChats } from './running-chats.ts';
export { streamChat, watchChat } from './stream-chat.ts';
export {
  type BegunOnce,
  beginOnce,
  createKeyHolds,
  type OnceDependencies,
} from './use-cases/answer-once.ts';
export { createBeginChats } from './use-cases/begin-chats.ts';
export { type BegunChat, beginChat, type ChatCall, type ChatDependencies } from './use-cases/chat.ts';
export { createFinishTurns } from './use-cases/finish-turns.ts';
export { createTurnRunner } from './use-cases/run-channel-turns.ts';
export { createSuggest } from './use-cases/suggest-answer.ts';
