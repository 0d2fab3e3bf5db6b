export { type BotRow, findBotsAcross } from './bots.store.ts';
export { addBotRoutes } from './routes.ts';
