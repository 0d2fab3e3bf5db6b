import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { PublishConversationUpdate } from '../../conversations/public.ts';
import {
  type ConfirmationRow,
  changeState,
  type DueConfirmation,
  findDue,
  isAbandoned,
  lockConfirmation,
} from './confirmations.store.ts';
import type { ToolDependencies } from './dependencies.ts';
import { followEnd } from './follow-end.ts';
import { runConfirmation } from './use-cases/run-confirmation.ts';

export interface ConfirmationPumpDependencies
  extends Pick<ToolDependencies, 'database' | 'box' | 'guardedFetch'> {
  readonly announce: PublishConversationUpdate;
  readonly wakeTurns: () => void;
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 32;

/** Makes the calls that staff have approved, and ends what is over time or was abandoned by a process that died. */
export function createConfirmationPump(dependencies: ConfirmationPumpDependencies) {
  const { database, announce, wakeTurns, onError } = dependencies;

  async function advance({ accountId, id }: DueConfirmation): Promise<void> {
    await runConfirmation(dependencies, accountId, id);
    const row = await database.account(accountId, async (transaction) => {
      const found = await lockConfirmation(transaction, id);
      return found && end(transaction, found);
    });
    if (!row) return;
    wakeTurns();
    announce(accountId, 'handling', row.conversationId);
  }

  const running = new Map<string, Promise<void>>();
  return {
    async pass(): Promise<null> {
      const due = await database.system((transaction) => findDue(transaction, AT_ONCE));
      for (const one of due.filter(({ id }) => !running.has(id))) {
        const done = advance(one)
          .catch(onError)
          .finally(() => running.delete(one.id));
        running.set(one.id, done);
      }
      return null;
    },
    /** Waits for the calls that are being made. */
    async drain(): Promise<void> {
      await Promise.allSettled(running.values());
    },
  };
}

/** Null: another worker has it. */
async function end(transaction: AccountTransaction, row: ConfirmationRow): Promise<ConfirmationRow | null> {
  const { id, state } = row;
  if (state === 'running') {
    if (!(await isAbandoned(transaction, id))) return null;
    await changeState(transaction, { id, from: state }, { state: 'unknown', reason: 'interrupted' });
    await followEnd(transaction, row, 'unknown');
  } else if (state === 'pending') {
    if (!row.isOver) return null;
    await changeState(transaction, { id, from: state }, { state: 'expired' });
    await followEnd(transaction, row, 'expired');
  }
  return row;
}
