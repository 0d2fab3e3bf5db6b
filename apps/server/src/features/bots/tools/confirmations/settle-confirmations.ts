import type { AccountId, ConversationId, ToolConfirmationId, ToolId } from '@hanasu/contract/ids';
import type { ConfirmationState } from '@hanasu/contract/tool-confirmations';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import {
  type ConfirmationChange,
  type ConfirmationRow,
  changeState,
  lockOpen,
} from './confirmations.store.ts';
import { type ConfirmationDependencies, runConfirmation } from './run-confirmations.ts';

/** A turn of a conversation, under whose lease nothing else is said in it. */
interface SettlingTurn {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  /** Whether the customer consents to what this question asked. Null: the customer has said nothing new. */
  readonly isConsent: ((question: string) => boolean) | null;
  /** Called before a call is made. */
  readonly onRun: () => void;
}

export type SettleConfirmations = (turn: SettlingTurn) => Promise<SettledConfirmations>;

/** What a customer's message means for the calls that wait for their consent; makes those that they consent to. */
export const createSettleConfirmations =
  (dependencies: ConfirmationDependencies): SettleConfirmations =>
  async (turn) => {
    const { database } = dependencies;
    const { accountId, conversationId } = turn;
    const before = await database.account(accountId, (transaction) => decide(transaction, turn));
    const toRun = before.filter(({ confirmer, state }) => confirmer === 'customer' && state === 'confirmed');
    for (const { id } of toRun) {
      turn.onRun();
      await runConfirmation(dependencies, accountId, id);
    }
    const rows =
      toRun.length === 0
        ? before
        : await database.account(accountId, (transaction) => lockOpen(transaction, conversationId));
    return {
      waiting: rows.filter(isWaitingForStaff).map(viewOf),
      ended: rows.filter((row) => ENDED.has(row.state) && !row.isReported).map(viewOf),
    };
  };

const ENDED = new Set<ConfirmationRow['state']>(['done', 'failed', 'unknown', 'declined', 'expired']);

const isWaitingForStaff = ({ confirmer, state }: ConfirmationRow): boolean =>
  confirmer === 'staff' && !ENDED.has(state);

const viewOf = ({
  id,
  toolId,
  toolName,
  confirmer,
  state,
  reason,
  input,
  output,
  startedAt,
  endedAt,
}: ConfirmationRow): SettledConfirmation => ({
  ...{ id, toolId, toolName, confirmer, state, reason },
  input: JSON.parse(input),
  output: output === null ? null : JSON.parse(output),
  milliseconds: startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : 0,
});

async function decide(
  transaction: AccountTransaction,
  { conversationId, isConsent }: SettlingTurn,
): Promise<ConfirmationRow[]> {
  const rows: ConfirmationRow[] = [];
  for (const row of await lockOpen(transaction, conversationId)) {
    const change = row.confirmer === 'customer' ? changeOf(row, isConsent) : null;
    if (change) await changeState(transaction, { id: row.id, from: row.state }, change);
    rows.push({ ...row, ...change });
  }
  return rows;
}

type Change = Pick<ConfirmationChange, 'state' | 'isReported'> & { readonly reason?: string };

function changeOf(row: ConfirmationRow, isConsent: SettlingTurn['isConsent']): Change | null {
  // Whoever has the lease finds a call that an earlier run of the turn began and never ended.
  if (row.state === 'running') return { state: 'unknown', reason: 'interrupted' };
  if (isConsent === null || (row.state !== 'pending' && row.state !== 'confirmed')) return null;
  const hasConsent = isConsent(row.question);
  if (row.isOver && row.state === 'pending') return { state: 'expired', isReported: !hasConsent };
  if (hasConsent) return row.state === 'confirmed' ? null : { state: 'confirmed' };
  return { state: 'declined' };
}

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
