import type { FastifyRequest } from 'fastify';

/** Where a request comes from, as far as it says. */
export interface Visitor {
  readonly userAgent: string;
  readonly address: string;
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});
