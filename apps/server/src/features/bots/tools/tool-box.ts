import { createHash } from 'node:crypto';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { RemoteTool, ToolConfig, ToolParameter } from '@hanasu/contract/tools';
import type { AnswerTool, ToolOutcome } from '@hanasu/models/gateway/answer-tool';
import { stableJson } from '@hanasu/models/gateway/check-tool-input';
import { LRUCache } from 'lru-cache';
import { newId } from '../../../platform/ids.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { listRemoteTools, type McpTarget } from './call-mcp.ts';
import type { AskedIn, CallDependencies, OfferedTool, ToolDependencies } from './dependencies.ts';
import { inputSchemaOf } from './input-schema.ts';
import { parametersOf } from './n8n/run-workflow.ts';
import { HANDOVER_PARAMETERS, runTool, type ToolUse } from './run-tool.ts';
import type { OpenTool } from './tool-secrets.ts';
import { findTool } from './tools.store.ts';

const FRESH_MS = 60_000;
/** A server that did not answer is asked again sooner. */
const RETRY_MS = 10_000;
/** A customer waits for this, once. */
const PATIENCE_MS = 4_000;
const SIZE = 1_000;

interface Remembered {
  readonly version: number;
  until: number;
  items: readonly RemoteTool[];
  refreshing: boolean;
}

/** What MCP servers said they have. */
interface RemoteLists {
  /** At most a minute old when the server answers; what it said last while it doesn't. Empty when it never did. */
  of(tool: OpenTool, target: McpTarget): Promise<readonly RemoteTool[]>;
}

/** An answer waits for a server's list once; afterwards lists are renewed beside the answers. */
function createRemoteLists(guardedFetch: GuardedFetch): RemoteLists {
  const known = new LRUCache<string, Remembered>({ max: SIZE });
  const ask = async (target: McpTarget): Promise<readonly RemoteTool[] | null> => {
    const { signal } = new AbortController();
    const outcome = await listRemoteTools(guardedFetch, target, { signal, timeoutMs: PATIENCE_MS });
    return outcome.kind === 'ok' ? outcome.value : null;
  };
  async function renew(entry: Remembered, target: McpTarget): Promise<void> {
    if (entry.refreshing) return;
    entry.refreshing = true;
    const items = await ask(target);
    entry.items = items ?? entry.items;
    entry.until = performance.now() + (items ? FRESH_MS : RETRY_MS);
    entry.refreshing = false;
  }
  return {
    async of(tool, target) {
      const version = tool.updatedAt.getTime();
      const found = known.get(tool.id);
      if (found?.version === version) {
        if (found.until < performance.now()) void renew(found, target);
        return found.items;
      }
      const answer = await ask(target);
      const items = answer ?? [];
      const until = performance.now() + (answer ? FRESH_MS : RETRY_MS);
      known.set(tool.id, { version, until, items, refreshing: false });
      return items;
    },
  };
}

/** What a bot's model may call at this moment. */
export type ToolBox = (accountId: AccountId, botId: BotId, asked?: AskedIn) => Promise<readonly AnswerTool[]>;

export function createToolBox({ directory, ...dependencies }: ToolDependencies): ToolBox {
  const lists = createRemoteLists(dependencies.guardedFetch);
  const call = (accountId: AccountId, tool: OpenTool, asked: AskedIn): Call => {
    return async (use) => {
      const now = await dependencies.database.account(accountId, (transaction) =>
        findTool(transaction, tool.id),
      );
      if (!now?.enabled || now.version !== tool.version)
        return { kind: 'failed', reason: 'tool_changed', detail: tool.name };
      const { conversationId = null, turnKey } = asked;
      const key = turnKey === undefined ? newId<string>() : callKey(turnKey, tool, use);
      return answered(dependencies, { ...use, tool, accountId, conversationId, key });
    };
  };
  return async (accountId, botId, asked = {}) => {
    const tools = await directory.of(accountId, botId);
    if (tools.length === 0) return [];
    const answerTools = await Promise.all(
      tools.map((tool) => answerToolsOf(lists, tool, call(accountId, tool, asked))),
    );
    return withUniqueNames(answerTools.flat());
  };
}

type CallInput = Pick<ToolUse, 'input' | 'remote' | 'signal'>;

/** Calls the tool if it is still what the model was told of: switched on, and nothing of it changed. */
type Call = (use: CallInput) => Promise<ToolOutcome>;

const KEY_LENGTH = 32;

/** Key of a call. An answer makes the same call once; when it is made again, the call has the same key. */
const callKey = (turnKey: string, { id }: OpenTool, { input, remote }: CallInput): string =>
  createHash('sha256')
    .update(stableJson([turnKey, id, remote ?? null, input]))
    .digest('hex')
    .slice(0, KEY_LENGTH);

async function answerToolsOf(lists: RemoteLists, tool: OfferedTool, run: Call): Promise<AnswerTool[]> {
  const { id: uuid, version, name, description, config, secrets } = tool;
  if (config.kind === 'form') {
    if (!tool.offer) return [];
    const { inputSchema } = tool.offer;
    const words = `${description}\n${tool.offer.description}`;
    const execute: AnswerTool['execute'] = (input, { signal }) => run({ input, signal });
    return [{ uuid, name, description: words, inputSchema, formId: config.formId, execute }];
  }
  if (config.kind !== 'mcp') {
    const inputSchema = inputSchemaOf(filledIn(config));
    const execute: AnswerTool['execute'] = (input, { signal }) => run({ input, signal });
    const source = { uuid, version, remote: null };
    return [{ uuid, source, name, description, inputSchema, ...changesOf(config, null), execute }];
  }
  if (config.tools.length === 0) return [];
  const remotes = await lists.of(tool, { config, secrets });
  return remotes
    .filter((remote) => config.tools.includes(remote.name))
    .map((remote) => ({
      uuid,
      source: { uuid, version, remote: remote.name },
      name: remoteName(name, remote.name),
      description: `${description}\n${remote.description}`.trim(),
      inputSchema: remote.inputSchema,
      ...changesOf(config, remote),
      execute: (input, { signal }) => run({ input, signal, remote: remote.name }),
    }));
}

function filledIn(config: Exclude<ToolConfig, { kind: 'form' | 'mcp' }>): readonly ToolParameter[] {
  if (config.kind === 'n8n') return parametersOf(config);
  return config.kind === 'http' ? config.parameters : HANDOVER_PARAMETERS;
}

/** What a server says of its own tools counts once the owner has accepted it, and as long as the server says so. */
function changesOf(config: ToolConfig, remote: RemoteTool | null): Pick<AnswerTool, 'changes'> {
  if (config.kind === 'handover' || config.kind === 'form') return {};
  if (config.kind === 'http' && config.method === 'GET') return {};
  if (config.kind === 'n8n' && config.readOnly) return {};
  const isAccepted = config.kind === 'mcp' && remote && config.readOnly?.includes(remote.name);
  if (isAccepted && remote.readOnlyHint) return {};
  const { confirmation = 'off' } = config;
  return { changes: confirmation === 'off' ? 'unasked' : confirmation };
}

async function answered(dependencies: CallDependencies, use: ToolUse): Promise<ToolOutcome> {
  const run = await runTool(dependencies, use);
  if (run.kind === 'failed') return { kind: 'failed', reason: run.reason, detail: run.detail };
  const wantsPerson = use.tool.config.kind === 'handover';
  return { kind: 'done', output: run.output, ...(wantsPerson ? { wantsPerson } : {}) };
}

const NAME_MAX = 64;

/** What the model calls a tool of an MCP server: letters, digits, `_` and `-`, at most 64. */
export const remoteName = (tool: string, remote: string): string =>
  `${tool}_${remote.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, NAME_MAX);

/** The same things, none with a name that came before: two names may become one when they are cut. */
export function withUniqueNames<T extends { readonly name: string }>(items: readonly T[]): T[] {
  const taken = new Set<string>();
  return items.map((item) => {
    let name = item.name;
    for (let number = 2; taken.has(name); number += 1) {
      const suffix = `_${number}`;
      name = item.name.slice(0, NAME_MAX - suffix.length) + suffix;
    }
    taken.add(name);
    return name === item.name ? item : { ...item, name };
  });
}
