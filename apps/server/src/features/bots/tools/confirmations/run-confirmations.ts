import type { ToolConfirmationId } from '@hanasu/contract/ids';
import { CALL_STARTED, type ConfirmationState } from '@hanasu/contract/tool-confirmations';
import type { ToolConfig } from '@hanasu/contract/tools';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../../platform/workers/leased-worker.ts';
import {
  chatTurns,
  conversationCommands,
  type PublishConversationUpdate,
} from '../../../conversations/public.ts';
import type { CallDependencies, ToolDependencies } from '../dependencies.ts';
import { runTool } from '../run-tool.ts';
import type { ToolRun } from '../tool-result.ts';
import { type OpenTool, openTool } from '../tool-secrets.ts';
import { findTool } from '../tools.store.ts';
import {
  type ConfirmationRow,
  changeState,
  type DueConfirmation,
  findDue,
  isAbandoned,
  lockConfirmation,
} from './confirmations.store.ts';
import { NEXT_CONFIRMATION_DUE } from './next-due.ts';

/** Dependencies of calls that wait for consent. */
export type ConfirmationDependencies = CallDependencies & Pick<ToolDependencies, 'box'>;

interface ConfirmationWorkerDependencies extends ConfirmationDependencies {
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly notifyTurns: () => void;
}

/** Calls to tools under way; each ends by the time-out of its kind. */
const AT_ONCE = 256;
const BATCH = 32;

/**
 * Makes the calls that staff have approved, and ends what is over time or was abandoned by a process that died. Each
 * is claimed by its state, which two workers cannot change the same way.
 */
export function createConfirmationWorker(dependencies: ConfirmationWorkerDependencies): LeasedWorker {
  const { database, publishConversationUpdate, notifyTurns, onError } = dependencies;

  async function advance({ accountId, id }: DueConfirmation): Promise<void> {
    await runConfirmation(dependencies, accountId, id);
    const row = await database.account(accountId, async (transaction) => {
      const found = await lockConfirmation(transaction, id);
      return found && end(transaction, found);
    });
    if (!row) return;
    notifyTurns();
    publishConversationUpdate(accountId, 'handling', row.conversationId);
  }

  const worker = createLeasedWorker<DueConfirmation, ToolConfirmationId>({
    name: 'confirmations',
    nextDue: NEXT_CONFIRMATION_DUE,
    concurrency: AT_ONCE,
    async claim({ running }) {
      const due = await database.system((transaction) => findDue(transaction, BATCH));
      return { items: due.filter(({ id }) => !running.has(id)), nextIn: null };
    },
    run: advance,
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    groupOf: ({ id }) => id,
    onError,
  });
  // One that failed has no lease and is still due: it is tried again at the next look, not as soon as it has ended.
  return { ...worker, runOnce: () => worker.runOnce() };
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

type Account = ConfirmationRow['accountId'];

/**
 * Makes a confirmed call, once: it is claimed in a transaction of its own before it is made, together with a look at
 * the tool as it is now. What cannot be stored afterwards stays `running`, and is never made again.
 */
export async function runConfirmation(
  dependencies: ConfirmationDependencies,
  accountId: Account,
  id: ToolConfirmationId,
): Promise<void> {
  const { database, box } = dependencies;
  const claimed = await database.account(accountId, async (transaction) => {
    const row = await lockConfirmation(transaction, id);
    if (row?.state !== 'confirmed') return null;
    const found = await findTool(transaction, row.toolId, { hold: true });
    const tool = found && openTool(box, found);
    if (tool && isUnchanged(row, tool)) {
      await changeState(transaction, { id, from: 'confirmed' }, { state: 'running' });
      return { row, tool };
    }
    await changeState(
      transaction,
      { id, from: 'confirmed' },
      { state: 'failed', reason: 'tool_changed', decidedBy: row.decidedBy },
    );
    await followEnd(transaction, row, 'failed');
    return null;
  });
  if (!claimed) return;
  const { row, tool } = claimed;
  const run = await runTool(dependencies, {
    ...{ accountId, tool, conversationId: row.conversationId, key: id },
    input: JSON.parse(row.input),
    remote: row.remote ?? undefined,
    // Nobody who goes away ends a call that was consented to; each kind of call has its own time.
    signal: new AbortController().signal,
  });
  await database.account(accountId, async (transaction) => {
    const change = outcomeOf(run, tool.config.kind);
    await lockConfirmation(transaction, id);
    if (await changeState(transaction, { id, from: 'running' }, change))
      await followEnd(transaction, row, change.state);
  });
}

/** The tool that the question was about: of the same bot, switched on, and nothing of it was changed since. */
function isUnchanged(row: ConfirmationRow, { botId, enabled, version, config }: OpenTool): boolean {
  const isThere = botId === row.botId && enabled && version === row.toolVersion;
  if (config.kind !== 'mcp') return isThere && row.remote === null;
  return isThere && row.remote !== null && config.tools.includes(row.remote);
}

/** After these the other side has not done anything; after all others it may have. */
const NOT_DONE =
  /^(?:bad_input|address_refused|remote_error|n8n_(?:not_connected|not_registered|auth_refused|secret_needed|credentials_missing))$/;
/** Nor after these, except of a workflow, which answers with any status after it has acted. */
const REFUSED = /^http_error_4\d\d$/;

function outcomeOf(
  run: ToolRun,
  kind: ToolConfig['kind'],
): {
  readonly state: 'done' | 'failed' | 'unknown';
  readonly reason?: string;
  readonly output?: unknown;
} {
  if (run.kind === 'done') {
    return { state: 'done', output: run.output ?? null, ...(run.isStarted && { reason: CALL_STARTED }) };
  }
  const { reason, isUnsent = false } = run;
  const isNotDone = isUnsent || NOT_DONE.test(reason) || (kind !== 'n8n' && REFUSED.test(reason));
  return { state: isNotDone ? 'failed' : 'unknown', reason };
}

/**
 * What follows, in the very transaction in which a call that staff decide on has ended: a person is called when it is
 * not done, else the bot has the conversation again, and the customer gets an answer that tells of it.
 */
export async function followEnd(
  transaction: AccountTransaction,
  { confirmer, conversationId, botId }: Pick<ConfirmationRow, 'confirmer' | 'conversationId' | 'botId'>,
  state: ConfirmationState,
): Promise<void> {
  if (state === 'unknown')
    await conversationCommands.askForPerson(transaction, conversationId, 'tool_unclear');
  // The turns of customers who consented themselves go on from here.
  if (confirmer !== 'staff') return;
  if (state === 'failed') await conversationCommands.askForPerson(transaction, conversationId, 'tool_failed');
  if (state === 'done' || state === 'declined')
    await conversationCommands.endApproval(transaction, conversationId);
  await chatTurns.requestTurn(transaction, conversationId, botId);
}
