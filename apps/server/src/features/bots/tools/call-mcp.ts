import type { RemoteTool } from '@hanasu/contract/tools';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { createMasker } from './domain/mask-secrets.ts';
import { shorten } from './domain/shorten.ts';
import { failed, type ToolRun } from './domain/tool-run.ts';
import { type McpOptions, type McpOutcome, type McpTarget, withMcp } from './mcp-session.ts';

const CALL_MS = 20_000;
const REMOTE_MAX = 200;
const PAGES_MAX = 10;
/** Of one tool; longer ones would fill the model's context before a question is asked. */
const DESCRIPTION_MAX = 2_000;
const SCHEMA_MAX = 20_000;

/** Which tools the server has, those that a model can be told of. */
export const listRemoteTools = (
  guardedFetch: GuardedFetch,
  target: McpTarget,
  patience: McpOptions,
): Promise<McpOutcome<RemoteTool[]>> =>
  withMcp(guardedFetch, target, patience, async (client, options) => {
    const masker = createMasker(Object.values(target.secrets));
    const found: RemoteTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX && found.length < REMOTE_MAX; page += 1) {
      const answer = await client.listTools({ ...(cursor ? { params: { cursor } } : {}), options });
      for (const { name, description = '', inputSchema, annotations } of answer.tools) {
        if (name.length > 128 || JSON.stringify(inputSchema).length > SCHEMA_MAX) continue;
        const words = masker.text(description).slice(0, DESCRIPTION_MAX).toWellFormed();
        found.push({
          name,
          description: words,
          inputSchema: inputSchema as RemoteTool['inputSchema'],
          readOnlyHint: annotations?.readOnlyHint === true,
        });
      }
      cursor = answer.nextCursor;
      if (!cursor) break;
    }
    return found.slice(0, REMOTE_MAX);
  });

export interface RemoteCall extends McpTarget {
  readonly remote: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Calls one tool of the server. What the tool itself reports as an error is an output: it is meant for the model. */
export async function callRemoteTool(guardedFetch: GuardedFetch, call: RemoteCall): Promise<ToolRun> {
  const { config, secrets, remote, signal } = call;
  const input = call.input ?? {};
  if (typeof input !== 'object' || Array.isArray(input)) return failed('bad_input', 'input: not an object');
  const outcome = await withMcp(
    guardedFetch,
    { config, secrets },
    { signal, timeoutMs: CALL_MS },
    (client, options) => client.callTool({ name: remote, arguments: { ...input }, options }),
  );
  if (outcome.kind === 'failed') return outcome;
  const output = outputOf(outcome.value);
  return { kind: 'done', output: shorten(createMasker(Object.values(secrets)).value(output)), status: null };
}

interface RemoteAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly toolResult?: unknown;
}

/** Texts as one text, structured content as it is; of pictures and files only that there are some. */
function outputOf(answer: RemoteAnswer): unknown {
  if (answer.structuredContent !== undefined && answer.isError !== true) return answer.structuredContent;
  const parts: readonly unknown[] = Array.isArray(answer.content) ? answer.content : [];
  const text = parts.map(textOf).join('\n');
  if (answer.isError === true) return { error: text };
  return parts.length === 0 ? (answer.toolResult ?? null) : text;
}

function textOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  if ('text' in part && typeof part.text === 'string') return part.text;
  return 'type' in part ? `[${String(part.type)}]` : '';
}
