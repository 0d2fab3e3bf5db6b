import type { FieldProblem } from '@hanasu/contract/errors';
import type { AccountId, BotId, ToolId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/tools';
import {
  type RemoteTool,
  TOOLS_MAX,
  type ToolConfig,
  type ToolInput,
  type ToolPatch,
  type ToolProblem,
  type ToolTest,
  type ToolView,
} from '@hanasu/contract/tools';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { isAllowedUrl } from '../../../platform/net/address-guard.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import { recordAudit } from '../../accounts/public.ts';
import { listRemoteTools } from './call-mcp.ts';
import { checkConfig, withTarget } from './check-config.ts';
import type { ToolDependencies } from './dependencies.ts';
import { sampleUrl } from './request-templates.ts';
import { runTool } from './run-tool.ts';
import { createMasker, mergeConfig, openTool, type StoredConfig, sealSecrets } from './tool-secrets.ts';
import {
  botExists,
  deleteToolRow,
  findTool,
  holdBot,
  insertTool,
  listOfBot,
  type ToolRow,
  updateTool,
} from './tools.store.ts';

export function addToolRoutes(implement: Implement, dependencies: ToolDependencies): void {
  const { database } = dependencies;
  implement(contract.listTools, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const rows = await listOfBot(transaction, params.uuid);
      if (rows.length === 0 && !(await botExists(transaction, params.uuid))) {
        throw new AppError('not_found', 'Bot not found');
      }
      const items: ToolView[] = [];
      for (const row of rows) items.push(await toolView(dependencies, transaction, row));
      return { items };
    }),
  );
  implement(contract.createTool, ({ params, body }, { session }) =>
    createTool(dependencies, { actor: session, botId: params.uuid }, body),
  );
  implement(contract.getTool, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      toolView(dependencies, transaction, await getTool(transaction, params.uuid)),
    ),
  );
  implement(contract.changeTool, ({ params, body }, { session }) =>
    changeTool(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.deleteTool, async ({ params }, { session }) => {
    await deleteTool(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.testTool, ({ params, body }, { session }) =>
    testTool(dependencies, { session, id: params.uuid }, body),
  );
  implement(contract.loadRemoteTools, async ({ params }, { session }) => ({
    items: await loadRemoteTools(dependencies, session, params.uuid),
  }));
}

/** It can be called from the next answer on. */
async function createTool(
  dependencies: ToolDependencies,
  { actor: { accountId, userId, address }, botId }: { readonly actor: Actor; readonly botId: BotId },
  input: ToolInput,
): Promise<ToolView> {
  const { database, box, directory, workflows } = dependencies;
  const given = await withTarget(workflows, accountId, { given: input.config, stored: null });
  const { config, secrets } = checkedConfig(dependencies, given, null);
  const view = await database.account(accountId, async (transaction) => {
    if (!(await holdBot(transaction, botId))) throw new AppError('not_found', 'Bot not found');
    await refuseForm(dependencies, transaction, config);
    const others = await listOfBot(transaction, botId);
    if (others.length >= TOOLS_MAX) throw new AppError('too_many_tools', `At most ${TOOLS_MAX} tools`);
    const id = newId<ToolId>();
    const { name, description, enabled } = input;
    const row = { id, botId, name, description, enabled, config, secrets: sealSecrets(box, id, secrets) };
    if (!(await insertTool(transaction, row))) throw nameTaken();
    const data = { uuid: id, kind: config.kind, botUuid: botId };
    await recordAudit(transaction, { userId, address, action: 'tool.created', target: name, data });
    return toolView(dependencies, transaction, await getTool(transaction, id));
  });
  directory.forget(botId);
  return view;
}

/** What is absent stays, and so do secret values that are null. */
async function changeTool(
  dependencies: ToolDependencies,
  { actor: { accountId, userId, address }, id }: { readonly actor: Actor; readonly id: ToolId },
  patch: ToolPatch,
): Promise<ToolView> {
  const { database, box, directory } = dependencies;
  const given = patch.config && (await findTarget(dependencies, { accountId, id }, patch.config));
  const view = await database.account(accountId, async (transaction) => {
    const found = await getTool(transaction, id);
    await holdBot(transaction, found.botId);
    const row = await findTool(transaction, id, { hold: true });
    if (!row) throw new AppError('not_found', 'Tool not found');
    const stored = openTool(box, row);
    const { config, secrets } = given ? checkedConfig(dependencies, given, stored) : stored;
    if (given) await refuseForm(dependencies, transaction, config);
    const { name = row.name, description = row.description, enabled = row.enabled } = patch;
    const sealed = given ? sealSecrets(box, id, secrets) : row.secrets;
    const { botId } = row;
    const changed = { id, botId, name, description, enabled, config, secrets: sealed };
    if (!(await updateTool(transaction, changed))) throw nameTaken();
    const data = { uuid: id, fields: Object.keys(patch), botUuid: botId };
    await recordAudit(transaction, { userId, address, action: 'tool.changed', target: name, data });
    return toolView(dependencies, transaction, await getTool(transaction, id));
  });
  directory.forget(view.botUuid);
  return view;
}

/** Asks n8n before the transaction that changes the tool. */
async function findTarget(
  { database, workflows }: ToolDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ToolId },
  given: ToolConfig,
): Promise<ToolConfig> {
  if (given.kind !== 'n8n') return given;
  const { config: stored } = await database.account(accountId, (transaction) => getTool(transaction, id));
  return withTarget(workflows, accountId, { given, stored });
}

const nameTaken = (): AppError =>
  AppError.field('tool_name_taken', 'body.name', 'The bot already has a tool with this name');

/** Refuses what doesn't fit together; returns what is stored, with the secrets apart. */
function checkedConfig(
  { privateHosts }: ToolDependencies,
  given: ToolConfig,
  stored: StoredConfig | null,
): StoredConfig {
  if (stored && stored.config.kind !== given.kind) {
    throw AppError.field('validation_failed', 'body.config.kind', 'The kind of a tool cannot be changed');
  }
  const problems = checkConfig(given).map(
    ({ path, code, message }): FieldProblem => ({ path: `body.config.${path}`, code, message }),
  );
  if (problems.length > 0)
    throw new AppError('validation_failed', 'Some fields are invalid', { errors: problems });
  refuseAddress(given, privateHosts);
  const merged = mergeConfig(given, stored);
  if (merged.kind === 'ok') return merged;
  throw AppError.field('tool_secret_needed', `body.config.${merged.path}`, 'This value is required');
}

/** What the address says by itself; what its name stands for is judged at every call. */
function refuseAddress(config: ToolConfig, privateHosts: PrivateHosts): void {
  if (!('url' in config)) return;
  const url = sampleUrl(config.url);
  if (url && isAllowedUrl(url, privateHosts)) return;
  throw AppError.field('tool_address_refused', 'body.config.url', 'This address is not allowed');
}

/** A form has to be there and published; one that is closed may open again. */
async function refuseForm(
  { forms }: ToolDependencies,
  transaction: AccountTransaction,
  config: ToolConfig,
): Promise<void> {
  if (config.kind !== 'form') return;
  const form = await forms.find(transaction, config.formId);
  if (form && form.state !== 'draft') return;
  const code: ToolProblem = form ? 'form_not_published' : 'form_missing';
  const message = form ? 'Publish the form first' : 'There is no such form';
  const errors: FieldProblem[] = [{ path: 'body.config.formId', code, message }];
  throw new AppError('validation_failed', 'Some fields are invalid', { errors });
}

async function deleteTool(
  { database, directory }: ToolDependencies,
  { accountId, userId, address }: Actor,
  id: ToolId,
): Promise<void> {
  const botId = await database.account(accountId, async (transaction) => {
    const row = await getTool(transaction, id);
    await deleteToolRow(transaction, id);
    const data = { uuid: id, botUuid: row.botId };
    await recordAudit(transaction, { userId, address, action: 'tool.deleted', target: row.name, data });
    return row.botId;
  });
  directory.forget(botId);
}

const LIST_MS = 10_000;

/** Asks the server itself, never what is remembered of it. */
async function loadRemoteTools(
  { database, box, guardedFetch }: ToolDependencies,
  { accountId }: Session,
  id: ToolId,
): Promise<RemoteTool[]> {
  const row = await database.account(accountId, (transaction) => getTool(transaction, id));
  const { config, secrets } = openTool(box, row);
  if (config.kind !== 'mcp') throw new AppError('not_found', 'This tool is not an MCP server');
  const patience = { signal: new AbortController().signal, timeoutMs: LIST_MS };
  const outcome = await listRemoteTools(guardedFetch, { config, secrets }, patience);
  if (outcome.kind === 'ok') return outcome.value;
  if (outcome.reason === 'address_refused') {
    throw AppError.field('tool_address_refused', 'body.config.url', 'This address is not allowed');
  }
  throw new AppError('tool_unreachable', outcome.reason);
}

interface TestInput {
  readonly input: Readonly<Record<string, unknown>>;
  readonly remote?: string | undefined;
}

/** Calls it now, as the model would, also when it is switched off. */
async function testTool(
  dependencies: ToolDependencies,
  { session: { accountId }, id }: { readonly session: Session; readonly id: ToolId },
  { input, remote }: TestInput,
): Promise<ToolTest> {
  const { database, box } = dependencies;
  const row = await database.account(accountId, (transaction) => getTool(transaction, id));
  const tool = openTool(box, row);
  const began = performance.now();
  const { signal } = new AbortController();
  const call = { accountId, tool, input, remote, conversationId: null, key: newId<string>() };
  const run = await runTool(dependencies, { ...call, signal });
  const isDone = run.kind === 'done';
  return {
    ok: isDone,
    input: createMasker(Object.values(tool.secrets)).value(input),
    output: isDone ? run.output : null,
    status: run.status,
    milliseconds: Math.round(performance.now() - began),
    reason: isDone ? null : run.reason,
    detail: isDone ? '' : run.detail,
  };
}

/** Values of secret headers are null in every stored configuration. */
const toolView = async (
  { forms }: ToolDependencies,
  transaction: AccountTransaction,
  row: ToolRow,
): Promise<ToolView> => ({
  uuid: row.id,
  botUuid: row.botId,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  config: row.config,
  form: row.config.kind === 'form' ? await forms.find(transaction, row.config.formId) : null,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

async function getTool(transaction: AccountTransaction, id: ToolId): Promise<ToolRow> {
  const row = await findTool(transaction, id);
  if (!row) throw new AppError('not_found', 'Tool not found');
  return row;
}
