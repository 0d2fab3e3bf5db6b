import type { ToolConfirmationId } from '@hanasu/contract/ids';
import { type ConfirmationRow, changeState, lockConfirmation } from '../confirmations.store.ts';
import type { ToolDependencies } from '../dependencies.ts';
import type { ToolRun } from '../domain/tool-run.ts';
import { followEnd } from '../follow-end.ts';
import { type OpenTool, openTool } from '../open-tool.ts';
import { runTool } from '../run-tool.ts';
import { findTool } from '../tools.store.ts';

type Account = ConfirmationRow['accountId'];
type Dependencies = Pick<ToolDependencies, 'database' | 'box' | 'guardedFetch'>;

/**
 * Makes a confirmed call, once: it is claimed in a transaction of its own before it is made, together with a look at
 * the tool as it is now. What cannot be stored afterwards stays `running`, and is never made again.
 */
export async function runConfirmation(
  { database, box, guardedFetch }: Dependencies,
  accountId: Account,
  id: ToolConfirmationId,
): Promise<void> {
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
  const run = await runTool(guardedFetch, {
    tool,
    input: JSON.parse(row.input),
    remote: row.remote ?? undefined,
    // Nobody who goes away ends a call that was consented to; each kind of call has its own time.
    signal: new AbortController().signal,
  });
  await database.account(accountId, async (transaction) => {
    const change = outcomeOf(run);
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
const NOT_DONE = /^(?:bad_input|address_refused|remote_error|http_error_4\d\d)$/;

function outcomeOf(run: ToolRun): {
  readonly state: 'done' | 'failed' | 'unknown';
  readonly reason?: string;
  readonly output?: unknown;
} {
  if (run.kind === 'done') return { state: 'done', output: run.output ?? null };
  return { state: NOT_DONE.test(run.reason) ? 'failed' : 'unknown', reason: run.reason };
}
