import * as confirmationTexts from './tools/confirmations/confirmation-messages.ts';
import * as confirmations from './tools/confirmations/confirmations.store.ts';

export { type BotRow, findBotsAcross } from './config/bots.store.ts';
export { createBot } from './config/bots.ts';
export { createFindLinkHosts, type FindLinkHosts } from './config/find-link-hosts.ts';
export { createFindCurated, type FindCurated } from './curated/find-curated.ts';
export { type BotGroupRouter, createGroupRouter } from './routing/choose-bot.ts';
export type {
  SettleConfirmations,
  SettledConfirmation,
  SettledConfirmations,
} from './tools/confirmations/settle-confirmations.ts';
export { createToolFeature } from './tools/create-tool-feature.ts';
export type { FormOffer, ToolForms } from './tools/dependencies.ts';
export { SEALED_TOOLS } from './tools/tool-secrets.ts';
export { confirmations, confirmationTexts };
