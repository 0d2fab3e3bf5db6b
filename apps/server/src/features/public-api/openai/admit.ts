import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance, CallerGate, LiveKey } from '../../api-keys/public.ts';
import { fault } from './domain/answer-fault.ts';
import { OpenAiError } from './openai-error.ts';

const WRONG_KEY = 'Incorrect API key provided. Make one on the page Token of the app.';
const WRONG_ROLE = 'The person who made this key may not do this any more; ask the owner of the account';
const NO_KEY = 'Send your API key: Authorization: Bearer hk_…';

/** Who calls, before the body is read. Throws when they may not. */
export async function admit(
  gate: CallerGate,
  needed: ApiKeyScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LiveKey> {
  const { authorization } = request.headers;
  const entrance = await gate.enter({ authorization, address: request.ip }, needed);
  if ('allowance' in entrance) setLimits(reply, entrance.allowance);
  switch (entrance.kind) {
    case 'welcome':
      return entrance.key;
    case 'no-key':
      throw new OpenAiError(fault(401, 'invalid_api_key', NO_KEY));
    case 'wrong-key':
      throw new OpenAiError(fault(401, 'invalid_api_key', WRONG_KEY));
    case 'wrong-scope':
      throw new OpenAiError(
        fault(403, 'missing_scope', `This key lacks the scope ${needed}`, { type: 'permission_error' }),
      );
    case 'wrong-role':
      throw new OpenAiError(fault(403, 'missing_role', WRONG_ROLE, { type: 'permission_error' }));
    case 'too-many':
      throw new OpenAiError(
        fault(429, 'rate_limit_exceeded', 'Too many requests; wait a moment', {
          type: 'requests',
          isWorthRetrying: true,
        }),
        { retryAfter: Math.ceil(entrance.allowance.resetMs / 1000) },
      );
    default:
      return entrance satisfies never;
  }
}

/** As OpenAI names them; absent when there is no limit. */
function setLimits(reply: FastifyReply, { limit, remaining, resetMs }: Allowance): void {
  if (limit === 0) return;
  reply.header('x-ratelimit-limit-requests', limit);
  reply.header('x-ratelimit-remaining-requests', remaining);
  reply.header('x-ratelimit-reset-requests', `${Math.ceil(resetMs / 1000)}s`);
}
