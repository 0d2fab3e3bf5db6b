import type { ToolConfirmationId, ToolId } from '@hanasu/contract/ids';
import type { ConfirmationState } from '@hanasu/contract/tool-confirmations';

/** A call that waits for consent, or has ended, as an answer knows it. */
export interface SettledConfirmation {
  readonly id: ToolConfirmationId;
  readonly toolId: ToolId;
  readonly toolName: string;
  readonly confirmer: 'customer' | 'staff';
  readonly state: ConfirmationState;
  readonly reason: string | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly milliseconds: number;
}

/** `waiting`: staff have still to decide, or their call is being made. `ended`: the customer has not heard of it. */
export interface SettledConfirmations {
  readonly waiting: readonly SettledConfirmation[];
  readonly ended: readonly SettledConfirmation[];
}
