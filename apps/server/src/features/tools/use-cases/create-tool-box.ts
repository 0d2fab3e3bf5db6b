import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { ToolConfig } from '@hanasu/contract/tools';
import type { AnswerTool, ToolOutcome } from '@hanasu/models/gateway/answer-tool';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { ToolDependencies } from '../dependencies.ts';
import { inputSchemaOf } from '../domain/input-schema.ts';
import { remoteName, withUniqueNames } from '../domain/tool-names.ts';
import type { OpenTool } from '../open-tool.ts';
import { createRemoteLists, type RemoteLists } from '../remote-lists.ts';
import { HANDOVER_PARAMETERS, runTool, type ToolUse } from '../run-tool.ts';

/** What a bot's model may call at this moment. */
export type ToolBox = (accountId: AccountId, botId: BotId) => Promise<readonly AnswerTool[]>;

export function createToolBox({ directory, guardedFetch }: ToolDependencies): ToolBox {
  const lists = createRemoteLists(guardedFetch);
  return async (accountId, botId) => {
    const tools = await directory.of(accountId, botId);
    if (tools.length === 0) return [];
    const answerTools = await Promise.all(tools.map((tool) => answerToolsOf(guardedFetch, lists, tool)));
    return withUniqueNames(answerTools.flat());
  };
}

async function answerToolsOf(
  guardedFetch: GuardedFetch,
  lists: RemoteLists,
  tool: OpenTool,
): Promise<AnswerTool[]> {
  const { id: uuid, name, description, config, secrets } = tool;
  const run = (use: Omit<ToolUse, 'tool'>) => answered(guardedFetch, { ...use, tool });
  if (config.kind !== 'mcp') {
    const inputSchema = inputSchemaOf(config.kind === 'http' ? config.parameters : HANDOVER_PARAMETERS);
    const execute: AnswerTool['execute'] = (input, { signal }) => run({ input, signal });
    return [{ uuid, name, description, inputSchema, ...changesOf(config), execute }];
  }
  if (config.tools.length === 0) return [];
  const remotes = await lists.of(tool, { config, secrets });
  return remotes
    .filter((remote) => config.tools.includes(remote.name))
    .map((remote) => ({
      uuid,
      name: remoteName(name, remote.name),
      description: `${description}\n${remote.description}`.trim(),
      inputSchema: remote.inputSchema,
      ...changesOf(config),
      execute: (input, { signal }) => run({ input, signal, remote: remote.name }),
    }));
}

/** What a server on the other side says of its own tools is no ground to trust them. */
function changesOf(config: ToolConfig): Pick<AnswerTool, 'changes'> {
  if (config.kind === 'handover' || (config.kind === 'http' && config.method === 'GET')) return {};
  return { changes: config.confirmation === 'customer' ? 'confirmed' : 'unasked' };
}

async function answered(guardedFetch: GuardedFetch, use: ToolUse): Promise<ToolOutcome> {
  const run = await runTool(guardedFetch, use);
  if (run.kind === 'failed') return { kind: 'failed', reason: run.reason, detail: run.detail };
  const wantsPerson = use.tool.config.kind === 'handover';
  return { kind: 'done', output: run.output, ...(wantsPerson ? { wantsPerson } : {}) };
}
