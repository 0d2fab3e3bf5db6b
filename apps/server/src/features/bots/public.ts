import * as confirmations from './tools/confirmations.store.ts';
import * as confirmationWords from './tools/domain/confirmation-words.ts';

export { type BotRow, findBotsAcross } from './bots.store.ts';
export { createFindCurated, type FindCurated } from './find-curated.ts';
export { createFindLinkHosts, type FindLinkHosts } from './find-link-hosts.ts';
export { type BotGroupRouter, createGroupRouter } from './routing/use-cases/choose-bot.ts';
export { createToolFeature } from './tools/create-tool-feature.ts';
export type { SettledConfirmation, SettledConfirmations } from './tools/domain/settled-confirmation.ts';
export { SEALED_TOOLS } from './tools/open-tool.ts';
export type { SettleConfirmations } from './tools/use-cases/settle-confirmations.ts';
export { createBot } from './use-cases/save-bot.ts';
export { confirmations, confirmationWords };
