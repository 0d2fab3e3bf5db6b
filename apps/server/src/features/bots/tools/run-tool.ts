import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { ToolParameter } from '@hanasu/contract/tools';
import { callHttp, whyFailed } from './call-http.ts';
import { callRemoteTool } from './call-mcp.ts';
import type { CallDependencies } from './dependencies.ts';
import { readInput } from './input-schema.ts';
import { runWorkflow, type WorkflowRun, withoutId } from './n8n/run-workflow.ts';
import { failed, type ToolRun } from './tool-result.ts';
import { recordCall } from './tool-runs.ts';
import type { OpenTool } from './tool-secrets.ts';

export interface ToolUse {
  readonly accountId: AccountId;
  readonly tool: OpenTool;
  readonly input: unknown;
  /** The conversation that the call is made in; null: a test, or a call of a program. */
  readonly conversationId: ConversationId | null;
  /** Key that is the same in all attempts of one call, so that the other side can recognise a repetition. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Which tool of an MCP server. */
  readonly remote?: string | undefined;
}

/** What the model fills in when it hands over. */
export const HANDOVER_PARAMETERS: readonly ToolParameter[] = [
  {
    name: 'reason',
    type: 'string',
    values: [],
    description: 'What the customer needs a person for, in a few words',
    required: false,
    in: 'body',
  },
];

/** The form itself begins with the answer, in the conversation that it is for. */
const FORM_BEGINS = 'The form begins in the chat.';
const HANDED_OVER = 'A person of the team has been told and will go on here. Tell the customer so.';

/** Calls a tool once. Never throws for what the other side does, nor for what it makes our own parts stumble over. */
export async function runTool(dependencies: CallDependencies, use: ToolUse): Promise<ToolRun> {
  const began = performance.now();
  const made = await callOther(dependencies, use);
  if (made === null) return runOwn(use);
  const milliseconds = Math.round(performance.now() - began);
  await recordCall(dependencies, { ...use, ...made, milliseconds });
  return made.run;
}

/** Null: the tool calls no other system. */
async function callOther(dependencies: CallDependencies, use: ToolUse): Promise<WorkflowRun | null> {
  const { tool, input, signal, remote } = use;
  const { config, secrets } = tool;
  const { guardedFetch } = dependencies;
  try {
    switch (config.kind) {
      case 'http':
        return withoutId(await callHttp(guardedFetch, { config, secrets, input, signal }));
      case 'mcp':
        if (remote === undefined || !config.tools.includes(remote))
          return withoutId(failed('bad_input', 'remote: unknown'));
        return withoutId(await callRemoteTool(guardedFetch, { config, secrets, remote, input, signal }));
      case 'n8n':
        return await runWorkflow(dependencies, { ...use, config, secrets });
      default:
        return null;
    }
  } catch (error) {
    return withoutId(whyFailed(error, signal));
  }
}

function runOwn({ tool: { config }, input }: ToolUse): ToolRun {
  if (config.kind === 'form') return { kind: 'done', output: FORM_BEGINS, status: null };
  const read = readInput(HANDOVER_PARAMETERS, input);
  if (read.kind === 'wrong') return failed('bad_input', read.detail);
  return { kind: 'done', output: HANDED_OVER, status: null };
}
