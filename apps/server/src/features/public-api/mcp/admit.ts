import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import type { McpDependencies } from './dependencies.ts';

/** Who calls, before the body is read. */
export async function admit(
  { gate, origins }: McpDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LiveKey> {
  const { authorization, origin } = request.headers;
  // A page of another site in somebody's browser, which may have made a name of its own stand for this server.
  if (origin !== undefined && !origins.includes(origin)) {
    throw new AppError('forbidden', 'Pages of this site may not call');
  }
  const entrance = await gate.enter({ authorization, address: request.ip }, 'mcp');
  switch (entrance.kind) {
    case 'welcome':
      return entrance.key;
    case 'no-key':
      reply.header('www-authenticate', 'Bearer realm="hanasu"');
      throw new AppError('not_signed_in', 'Send an API key as bearer token');
    case 'wrong-key':
      reply.header('www-authenticate', 'Bearer realm="hanasu", error="invalid_token"');
      throw new AppError('not_signed_in', 'This API key is not good (any more)');
    case 'wrong-scope':
      reply.header('www-authenticate', 'Bearer realm="hanasu", error="insufficient_scope", scope="mcp"');
      throw new AppError('forbidden', 'This key lacks the scope mcp');
    case 'wrong-role':
      throw new AppError('forbidden', 'The person who made this key may not do this any more');
    case 'too-many':
      throw new AppError('rate_limited', 'Too many requests; wait a moment', {
        more: { retryAfter: Math.ceil(entrance.allowance.resetMs / 1000) },
      });
    default:
      return entrance satisfies never;
  }
}
