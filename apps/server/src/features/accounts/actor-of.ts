import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/context.ts';
import type { AccountsDependencies } from './dependencies.ts';

/** Pages that mails and providers lead to are open to everybody; somebody may be signed in on them. */
export async function actorOf(
  request: FastifyRequest,
  { authenticate }: AccountsDependencies,
): Promise<Actor | null> {
  const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim();
  const session = token ? await authenticate(token) : null;
  return session ? { ...session, address: request.ip } : null;
}
