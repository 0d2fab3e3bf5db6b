import type { ToolDependencies, ToolFoundation } from './dependencies.ts';
import { createToolDirectory } from './tool-directory.ts';
import { createToolBox, type ToolBox } from './use-cases/create-tool-box.ts';
import { createSettleConfirmations, type SettleConfirmations } from './use-cases/settle-confirmations.ts';

export interface ToolFeature extends ToolDependencies {
  readonly toolBox: ToolBox;
  readonly settleConfirmations: SettleConfirmations;
}

/** Puts the feature together. Routes and box share what is remembered, so that a change counts at once. */
export function createToolFeature(foundation: ToolFoundation): ToolFeature {
  const directory = createToolDirectory(foundation.database, foundation.box);
  const dependencies = { ...foundation, directory };
  return {
    ...dependencies,
    toolBox: createToolBox(dependencies),
    settleConfirmations: createSettleConfirmations(dependencies),
  };
}
