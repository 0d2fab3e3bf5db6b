export type { Answer, FormStart, StartForm } from './answer/answer.ts';
export {
  answerStateless,
  type StatelessAnswer,
  type StatelessDependencies,
} from './answer-stateless.ts';
export { type AskedBefore, type ChatDependencies, type StartedChat, startChat } from './chat/chat.ts';
export { cursorOf, followTurn, type ShowPart, streamChat, wholeAnswer } from './chat/follow-turn.ts';
export { createRunningChats } from './chat/running-chats.ts';
export { createStartTurns } from './chat/start-turns.ts';
export { createStreamJournal } from './chat/stream-journal.ts';
export { createSingleAnswers } from './suggest-answer.ts';
export { createCompleteTurns } from './turns/complete-turns.ts';
export { createTurnRunner } from './turns/run-channel-turns.ts';
