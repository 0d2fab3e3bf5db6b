import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, ConversationId, ToolConfirmationId, UserId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

/** How long a question waits for its answer, by the clock of the database. */
export const CONFIRMATION_MINUTES = 30;

/**
 * `pending` → `confirmed` → `running` → `done`, `failed` or `unknown`, else `declined` or `expired`. `unknown`: the
 * server stopped between the call and its result, so the call may have been made; it is never repeated.
 */
export const CONFIRMATION_STATES = [
  'pending',
  'confirmed',
  'running',
  'done',
  'failed',
  'unknown',
  'declined',
  'expired',
] as const;
export const ConfirmationState = z.enum(CONFIRMATION_STATES);
/** Reason of a `done` call whose other side goes on: its result does not come. */
export const CALL_STARTED = 'started';
export type ConfirmationState = z.infer<typeof ConfirmationState>;

export const ToolConfirmationView = z
  .object({
    uuid: ToolConfirmationId,
    conversationUuid: ConversationId,
    bot: z.object({ uuid: BotId, name: z.string() }),
    tool: z.string(),
    /** What runs once it is confirmed, and nothing else. */
    input: z.record(z.string(), z.unknown()),
    confirmer: z.enum(['customer', 'staff']),
    state: ConfirmationState,
    /** Why a call failed: one of `TOOL_FAILURES`, `tool_changed` or `http_error_…`; or `CALL_STARTED`. */
    reason: z.string().nullable(),
    output: z.unknown(),
    decidedBy: z.object({ uuid: UserId, name: z.string() }).nullable(),
    decidedAt: Time.nullable(),
    expiresAt: Time,
    createdAt: Time,
  })
  .meta({ id: 'ToolConfirmation' });
export type ToolConfirmationView = z.infer<typeof ToolConfirmationView>;

export const listToolConfirmations = endpoint({
  method: 'GET',
  path: '/api/user/conversation/{uuid}/tool-confirmations',
  summary:
    'Calls of tools that wait for consent in a conversation, and what became of the last ones; newest first',
  tag: 'inbox',
  access: 'viewer',
  params: uuidParams(ConversationId),
  status: 200,
  output: z.object({ items: z.array(ToolConfirmationView) }),
  errors: ['not_found'],
});
export const decideToolConfirmation = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/tool-confirmation/{confirmation}',
  summary: 'Approve or decline a call of a tool that waits for staff',
  tag: 'inbox',
  access: 'operator',
  params: z.object({ uuid: ConversationId, confirmation: ToolConfirmationId }),
  body: z.object({ decision: z.enum(['approve', 'decline']) }).strict(),
  status: 200,
  output: ToolConfirmationView,
  errors: ['not_found', 'conversation_taken', 'tool_confirmation_closed'],
});
