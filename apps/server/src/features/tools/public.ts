import * as confirmationWords from './domain/confirmation-words.ts';

export { createConfirmationPump } from './confirmation-pump.ts';
export { addConfirmationRoutes } from './confirmation-routes.ts';
export { insertConfirmations, isAsked, markReported, type NewConfirmation } from './confirmations.store.ts';
export { createToolFeature, type ToolFeature } from './create-tool-feature.ts';
export type { SettledConfirmation, SettledConfirmations } from './domain/settled-confirmation.ts';
export { SEALED_TOOLS } from './open-tool.ts';
export { addToolRoutes } from './routes.ts';
export type { ToolBox } from './use-cases/create-tool-box.ts';
export type { SettleConfirmations } from './use-cases/settle-confirmations.ts';
export { confirmationWords };
