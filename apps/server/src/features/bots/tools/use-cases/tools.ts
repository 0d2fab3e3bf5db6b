import type { FieldProblem } from '@hanasu/contract/errors';
import type { BotId, ToolId } from '@hanasu/contract/ids';
import {
  type RemoteTool,
  TOOLS_MAX,
  type ToolConfig,
  type ToolInput,
  type ToolPatch,
  type ToolView,
} from '@hanasu/contract/tools';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor, Session } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import { isAllowedUrl } from '../../../../platform/net/address-guard.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { listRemoteTools } from '../call-mcp.ts';
import type { ToolDependencies } from '../dependencies.ts';
import { checkConfig } from '../domain/check-config.ts';
import { mergeConfig, type StoredConfig } from '../domain/tool-secrets.ts';
import { sampleUrl } from '../domain/url-template.ts';
import { openTool, sealSecrets } from '../open-tool.ts';
import { deleteToolRow, findTool, holdBot, insertTool, listOfBot, updateTool } from '../tools.store.ts';
import { existingTool, toolView } from './tool-view.ts';

/** It can be called from the next answer on. */
export async function createTool(
  dependencies: ToolDependencies,
  { accountId, userId, address }: Actor,
  botId: BotId,
  input: ToolInput,
): Promise<ToolView> {
  const { database, box, directory } = dependencies;
  const { config, secrets } = checkedConfig(dependencies, input.config, null);
  const view = await database.account(accountId, async (transaction) => {
    if (!(await holdBot(transaction, botId))) throw new AppError('not_found', 'There is no such bot');
    const others = await listOfBot(transaction, botId);
    if (others.length >= TOOLS_MAX) throw new AppError('too_many_tools', `At most ${TOOLS_MAX} tools`);
    const id = newId<ToolId>();
    const { name, description, enabled } = input;
    const row = { id, botId, name, description, enabled, config, secrets: sealSecrets(box, id, secrets) };
    if (!(await insertTool(transaction, row))) throw nameTaken();
    const data = { uuid: id, kind: config.kind, botUuid: botId };
    await recordAudit(transaction, { userId, address, action: 'tool.created', target: name, data });
    return toolView(await existingTool(transaction, id));
  });
  directory.forget(botId);
  return view;
}

/** What is absent stays, and so do secret values that are null. */
export async function changeTool(
  dependencies: ToolDependencies,
  { accountId, userId, address }: Actor,
  id: ToolId,
  patch: ToolPatch,
): Promise<ToolView> {
  const { database, box, directory } = dependencies;
  const view = await database.account(accountId, async (transaction) => {
    const found = await existingTool(transaction, id);
    await holdBot(transaction, found.botId);
    const row = await findTool(transaction, id, { hold: true });
    if (!row) throw new AppError('not_found', 'There is no such tool');
    const stored = openTool(box, row);
    const { config, secrets } = patch.config ? checkedConfig(dependencies, patch.config, stored) : stored;
    const { name = row.name, description = row.description, enabled = row.enabled } = patch;
    const sealed = patch.config ? sealSecrets(box, id, secrets) : row.secrets;
    const { botId } = row;
    const changed = { id, botId, name, description, enabled, config, secrets: sealed };
    if (!(await updateTool(transaction, changed))) throw nameTaken();
    const data = { uuid: id, fields: Object.keys(patch), botUuid: botId };
    await recordAudit(transaction, { userId, address, action: 'tool.changed', target: name, data });
    return toolView(await existingTool(transaction, id));
  });
  directory.forget(view.botUuid);
  return view;
}

const nameTaken = (): AppError =>
  AppError.field('tool_name_taken', 'body.name', 'The bot has a tool of this name');

/** Refuses what doesn't fit together; returns what is stored, with the secrets apart. */
function checkedConfig(
  { allowPrivate }: ToolDependencies,
  given: ToolConfig,
  stored: StoredConfig | null,
): StoredConfig {
  if (stored && stored.config.kind !== given.kind) {
    throw AppError.field('validation_failed', 'body.config.kind', 'The kind of a tool stays');
  }
  const problems = checkConfig(given).map(
    ({ path, code, message }): FieldProblem => ({ path: `body.config.${path}`, code, message }),
  );
  if (problems.length > 0)
    throw new AppError('validation_failed', 'Some fields are not valid', { errors: problems });
  refuseAddress(given, allowPrivate);
  const merged = mergeConfig(given, stored);
  if (merged.kind === 'ok') return merged;
  const path = `body.config.headers.${merged.index}.value`;
  throw AppError.field('tool_secret_needed', path, 'This value has to be given');
}

/** What the address says by itself; what its name stands for is judged at every call. */
function refuseAddress(config: ToolConfig, allowPrivate: boolean): void {
  if (config.kind === 'handover') return;
  const url = sampleUrl(config.url);
  if (url && isAllowedUrl(url, allowPrivate)) return;
  throw AppError.field('tool_address_refused', 'body.config.url', 'This address may not be called');
}

export async function deleteTool(
  { database, directory }: ToolDependencies,
  { accountId, userId, address }: Actor,
  id: ToolId,
): Promise<void> {
  const botId = await database.account(accountId, async (transaction) => {
    const row = await existingTool(transaction, id);
    await deleteToolRow(transaction, id);
    const data = { uuid: id, botUuid: row.botId };
    await recordAudit(transaction, { userId, address, action: 'tool.deleted', target: row.name, data });
    return row.botId;
  });
  directory.forget(botId);
}

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
