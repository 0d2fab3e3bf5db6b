import type { ToolId } from '@hanasu/contract/ids';
import type { RemoteTool } from '@hanasu/contract/tools';
import { AppError } from '../../../../platform/app-error.ts';
import type { Session } from '../../../../platform/http/context.ts';
import { listRemoteTools } from '../call-mcp.ts';
import type { ToolDependencies } from '../dependencies.ts';
import { openTool } from '../open-tool.ts';
import { existingTool } from './tool-view.ts';

const LIST_MS = 10_000;

/** Asks the server itself, never what is remembered of it. */
export async function loadRemoteTools(
  { database, box, guardedFetch }: ToolDependencies,
  { accountId }: Session,
  id: ToolId,
): Promise<RemoteTool[]> {
  const row = await database.account(accountId, (transaction) => existingTool(transaction, id));
  const { config, secrets } = openTool(box, row);
  if (config.kind !== 'mcp') throw new AppError('not_found', 'This tool is no MCP server');
  const patience = { signal: new AbortController().signal, timeoutMs: LIST_MS };
  const outcome = await listRemoteTools(guardedFetch, { config, secrets }, patience);
  if (outcome.kind === 'ok') return outcome.value;
  if (outcome.reason === 'address_refused') {
    throw AppError.field('tool_address_refused', 'body.config.url', 'This address may not be called');
  }
  throw new AppError('tool_unreachable', outcome.reason);
}
