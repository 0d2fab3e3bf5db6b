export { addAnsweringRoutes } from './routes.ts';
export { createBeginChats } from './use-cases/begin-chats.ts';
export { createFinishTurns } from './use-cases/finish-turns.ts';
export { createTurnRunner } from './use-cases/run-channel-turns.ts';
