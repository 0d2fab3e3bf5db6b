import type { ToolParameter } from '@hanasu/contract/tools';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { callHttp, whyFailed } from './call-http.ts';
import { callRemoteTool } from './call-mcp.ts';
import { readInput } from './input-schema.ts';
import { failed, type ToolRun } from './tool-result.ts';
import type { OpenTool } from './tool-secrets.ts';

export interface ToolUse {
  readonly tool: OpenTool;
  readonly input: unknown;
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
export async function runTool(guardedFetch: GuardedFetch, use: ToolUse): Promise<ToolRun> {
  const { tool, input, signal, remote } = use;
  const { config, secrets } = tool;
  try {
    switch (config.kind) {
      case 'http':
        return await callHttp(guardedFetch, { config, secrets, input, signal });
      case 'mcp':
        if (remote === undefined || !config.tools.includes(remote))
          return failed('bad_input', 'remote: unknown');
        return await callRemoteTool(guardedFetch, { config, secrets, remote, input, signal });
      case 'form':
        return { kind: 'done', output: FORM_BEGINS, status: null };
      case 'handover': {
        const read = readInput(HANDOVER_PARAMETERS, input);
        if (read.kind === 'wrong') return failed('bad_input', read.detail);
        return { kind: 'done', output: HANDED_OVER, status: null };
      }
    }
  } catch (error) {
    return whyFailed(error, signal);
  }
}
