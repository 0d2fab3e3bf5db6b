export { createConfirmationPump } from './confirmation-pump.ts';
export { addConfirmationRoutes } from './confirmation-routes.ts';
export { insertConfirmations, markReported, type NewConfirmation } from './confirmations.store.ts';
export { createToolFeature, type ToolFeature } from './create-tool-feature.ts';
export { SEALED_TOOLS } from './open-tool.ts';
export { addToolRoutes } from './routes.ts';
export type { ToolBox } from './use-cases/create-tool-box.ts';
export type {
  SettleConfirmations,
  SettledConfirmation,
  SettledConfirmations,
} from './use-cases/settle-confirmations.ts';
