export { type BotRow, findBotsAcross } from './bots.store.ts';
export { addCuratedRoutes } from './curated.routes.ts';
export { createFindCurated, type FindCurated } from './find-curated.ts';
export { createFindLinkHosts, type FindLinkHosts } from './find-link-hosts.ts';
export { addBotRoutes } from './routes.ts';
export { createBot } from './use-cases/save-bot.ts';
