import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`; null: there is none. */
export function bearerOf({
  headers: { authorization = '' },
}: Pick<FastifyRequest, 'headers'>): string | null {
  return authorization.toLowerCase().startsWith('bearer ') ? authorization.slice(7).trim() : null;
}
