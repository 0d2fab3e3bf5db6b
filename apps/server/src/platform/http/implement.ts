import { ROLES, type Role } from '@hanasu/contract/accounts';
import type { Endpoint, EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import { Problem } from '@hanasu/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { bearerOf } from './bearer-of.ts';
import type { Actor, Authenticate, AuthenticateKey, Call, Session } from './context.ts';
import { sourceOf } from './source-of.ts';

type SessionOf<E extends Endpoint> = E['access'] extends 'public' ? null : Actor;

type Handler<E extends Endpoint> = (
  input: EndpointRequest<E>,
  call: Call<SessionOf<E>>,
) => Promise<EndpointOutput<E> | HandledReply>;

/** Returned by handlers that have answered on `reply` themselves (streams). */
export const HANDLED: unique symbol = Symbol('handled');
export type HandledReply = typeof HANDLED;

interface ImplementOptions {
  readonly bodyLimit?: number;
  readonly parseBody?: boolean;
  /** The body is bytes (`application/octet-stream`), which other endpoints refuse. */
  readonly rawBody?: boolean;
  /** Calls a minute from one address, for public endpoints that take no credentials. */
  readonly perMinute?: number;
}

/** Puts one endpoint of the contract on the server: parse → who → may they → handler → serialise. */
export type Implement = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: ImplementOptions,
) => void;

const ROLE_RANK = new Map<string, number>([...ROLES].reverse().map((role, rank) => [role, rank]));

const mayCall = (role: Role, needed: string): boolean =>
  (ROLE_RANK.get(role) ?? -1) >= (ROLE_RANK.get(needed) ?? Number.POSITIVE_INFINITY);

/** `authRateLimit` is the stricter limit of the public account endpoints; `authenticateKey` lets programs in. */
export function createImplement(
  app: FastifyInstance,
  {
    authenticate,
    authRateLimit,
    more: {
      authenticateKey = async () => null,
      isConfirmed = async () => false,
      isAdministrator = async () => false,
    } = {},
  }: {
    readonly authenticate: Authenticate;
    readonly authRateLimit: number;
    readonly more?: Partial<MoreCallers> | undefined;
  },
): Implement {
  const callers: Callers = { authenticate, authenticateKey, isConfirmed, isAdministrator };
  return (endpoint, handler, options = {}) => {
    const isPublic = endpoint.access === 'public';
    const isForAdministrators = endpoint.access === 'administrator';
    const isCounted = isPublic && (endpoint.method === 'POST' || options.perMinute !== undefined);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: routeSchema(endpoint, options.parseBody ?? true),
      config: {
        ...(isCounted ? { rateLimit: credentialsLimit(authRateLimit, options.perMinute) } : {}),
        ...(options.rawBody ? { rawBody: true } : {}),
      },
      ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
      // Before anything is read: to everybody else there is nothing here.
      ...(isForAdministrators && {
        onRequest: async (request: FastifyRequest) => {
          request.session = await requireAdministrator(request, callers);
        },
      }),
      preValidation: async (request) => {
        if (!isPublic && !isForAdministrators)
          request.session = await requireSession(request, callers, endpoint);
      },
      handler: async (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body };
        const call = { session: isPublic ? null : request.session, request, reply };
        const result = await handler(input as never, call as never);
        return result === HANDLED ? reply : sendResult(endpoint, result, reply);
      },
    });
  };
}

function credentialsLimit(authRateLimit: number, max = authRateLimit) {
  if (authRateLimit === 0) return false as const;
  // By address alone: a made-up authorization header must not open a new count for each guess.
  return { max, timeWindow: '1 minute', keyGenerator: (request: FastifyRequest) => sourceOf(request.ip) };
}

interface MoreCallers {
  readonly authenticateKey: AuthenticateKey;
  /** Whether the person of this session has confirmed their address, as it is stored now; false also for one that ended. */
  readonly isConfirmed: (session: Session) => Promise<boolean>;
  /** Whether this is an administrator of the installation, as it is stored now. */
  readonly isAdministrator: (session: Session) => Promise<boolean>;
}

interface Callers extends MoreCallers {
  readonly authenticate: Authenticate;
}

async function requireSession(
  request: FastifyRequest,
  { authenticate, authenticateKey, isConfirmed }: Callers,
  { access, method, path, confirmed }: Endpoint,
): Promise<Actor> {
  const token = bearerOf(request);
  if (token === null) throw new AppError('not_signed_in', 'Send a bearer token');
  const session =
    (await authenticateKey({ token, address: request.ip, method, path })) ?? (await authenticate(token));
  if (!session) throw new AppError('session_expired', 'The session token is no longer valid; sign in again');
  if (!mayCall(session.role, access)) throw new AppError('forbidden', `This needs the role ${access}`);
  if (confirmed && !(await isConfirmed(session))) {
    throw new AppError('email_unconfirmed', 'Confirm your e-mail address first: follow the link in the mail');
  }
  return { ...session, address: request.ip };
}

/** The same refusal as that of a path that does not exist, to the word. */
async function requireAdministrator(
  request: FastifyRequest,
  { authenticate, isAdministrator }: Callers,
): Promise<Actor> {
  const token = bearerOf(request);
  const session = token === null ? null : await authenticate(token);
  if (session && (await isAdministrator(session))) return { ...session, address: request.ip };
  throw new AppError('not_found', `Nothing answers ${request.method} ${request.url.split('?')[0] ?? '/'}`);
}

function sendResult(endpoint: Endpoint, result: unknown, reply: FastifyReply) {
  // A handler may have chosen another status for the same body (readiness).
  if (reply.statusCode === 200) reply.code(endpoint.status);
  return endpoint.output ? reply.send(result) : reply.send();
}

function routeSchema(endpoint: Endpoint, parseBody: boolean) {
  return {
    ...(endpoint.access === 'administrator' || endpoint.unlisted ? { hide: true } : {}),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    operationId: operationId(endpoint),
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body && parseBody ? { body: endpoint.body } : {}),
    response: {
      [endpoint.status]: endpoint.output ?? z.null().describe('No content'),
      default: Problem,
    },
  };
}

const operationId = (endpoint: Endpoint): string =>
  `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^\w]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/\W/g, '')}`;

declare module 'fastify' {
  interface FastifyContextConfig {
    rawBody?: boolean;
  }
  interface FastifyRequest {
    session: Actor | null;
  }
}
