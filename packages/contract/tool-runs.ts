import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ConversationId, ToolId, ToolRunId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** `started`: a workflow runs on its own, and gives no answer. */
const TOOL_RUN_STATES = ['done', 'started', 'failed'] as const;

/** One call of another system by a tool of the kind `http`, `mcp` or `n8n`. */
export const ToolRunView = z
  .object({
    uuid: ToolRunId,
    state: z.enum(TOOL_RUN_STATES),
    /** One of `TOOL_FAILURES` or `http_error_…`; null: it has not failed. */
    reason: z.string().nullable(),
    /** HTTP status; null: there was no answer. */
    status: z.number().int().nullable(),
    milliseconds: z.number().int(),
    /** The beginning of the input as JSON, for a tool of an MCP server `{name, arguments}`; and of what came back. Neither holds a secret. */
    input: z.string(),
    output: z.string(),
    /** The same in all attempts of one call; of a workflow the header `Idempotency-Key` and the field `messageId`. */
    key: z.string(),
    /** The run's id at n8n; null: the answer does not name it. */
    executionId: z.string().nullable(),
    /** The conversation that the call was made in; null: a test, or a call of a program. */
    conversationUuid: ConversationId.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'ToolRun' });
export type ToolRunView = z.infer<typeof ToolRunView>;

export const listToolRuns = endpoint({
  method: 'GET',
  path: '/api/user/tool/{uuid}/runs',
  summary:
    'The last 100 calls of another system by this tool within 30 days, newest first; tests are among them',
  tag: 'tools',
  access: 'admin',
  params: uuidParams(ToolId),
  query: PageQuery.omit({ q: true }),
  status: 200,
  output: pageOf(ToolRunView),
  errors: ['not_found'],
});
