import { existsSync, readdirSync } from 'node:fs';
import type { FastifyCorsOptions } from '@fastify/cors';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import type { ErrorCode, FieldProblem, Problem } from '@hanasu/contract/errors';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { v7 } from 'uuid';
import { AppError, type MoreOfProblem } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { bearerOf } from './bearer-of.ts';
import { contentPolicy, extendPolicy, type PagePolicies } from './content-policy.ts';
import { ERROR_POLICY } from './error-policy.ts';
import { sourceOf } from './source-of.ts';
import { NO_PROXY, type TrustedProxies, trustOf } from './trusted-proxies.ts';

interface HttpOptions {
  readonly logger: FastifyBaseLogger;
  readonly trustedProxies?: TrustedProxies;
  readonly corsOrigins: readonly string[];
  readonly rateLimitPerMinute: number;
  /** Whose a valid bearer token is, for the limit; null: anybody's. Absent: callers are told apart by address alone. */
  readonly callerOf?: (token: string) => Promise<string | null>;
  readonly maxUploadBytes: number;
  /** Folder with the built web app; absent in tests and behind the dev server. */
  readonly webDist: string | null;
  /** Where browsers come back from other sites: pages of the web app among the API, with secrets in their query. */
  readonly returnPages?: readonly string[];
  /** Beginnings of the paths of files of the web app that other sites load, too. */
  readonly sharedFiles?: readonly string[];
  /** Of channels, whose stickers are shown from there: `https://stickers.example`. */
  readonly pictureHosts?: readonly string[];
  readonly pagePolicies?: PagePolicies;
  readonly siteCheck?: SiteCheck;
  /** Called before each request that may write. */
  readonly onWrite?: () => void;
}

/** Of a path that some other sites may call from a browser: whether this origin may. Null: not such a path. */
export type SiteCheck = (path: string) => ((origin: string) => Promise<boolean>) | null;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_LIMIT = 1024 * 1024;
/** Everything under these is never a page of the web app. */
const API_PREFIXES = [
  '/api/',
  '/hooks/',
  '/v1/',
  '/mcp/',
  '/socket.io/',
  '/assets/',
  '/media/',
  '/.well-known/',
];

/** The HTTP server with its safety belts and the web app; features add their routes. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.trustedProxies ?? NO_PROXY),
    bodyLimit: JSON_LIMIT,
    genReqId: () => v7(),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, bytesWhereWanted);
  app.decorateRequest('session', null);
  const { onWrite } = options;
  if (onWrite)
    app.addHook('onRequest', async ({ method }) => {
      if (!READS.has(method)) onWrite();
    });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  const directives = contentPolicy({ pictureHosts: options.pictureHosts ?? [], webDist: options.webDist });
  await app.register(helmet, { contentSecurityPolicy: { directives, useDefaults: false } });
  addPagePolicies(app, directives, options.pagePolicies ?? new Map());
  await app.register(cors, { delegator: corsFor(options) });
  await app.register(rateLimit, rateLimitOptions(options));
  await app.register(multipart, {
    limits: { fileSize: options.maxUploadBytes, files: 1, fields: 10, fieldSize: 64 * 1024 },
  });
  await serveWeb(app, options);
  return app;
}

function bytesWhereWanted(
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (request.routeOptions.config.rawBody) done(null, body);
  else done(new AppError('unsupported_content_type', 'This endpoint does not accept raw bytes'));
}

/** One list for the API, and for some paths a list of their own; nothing is ever sent with credentials. */
function corsFor({ corsOrigins, siteCheck }: HttpOptions) {
  const usual = { origin: [...corsOrigins], credentials: false };
  return (
    request: FastifyRequest,
    answer: (error: Error | null, options?: FastifyCorsOptions) => void,
  ): void => {
    const { origin } = request.headers;
    const check = origin === undefined ? null : siteCheck?.(request.url.split('?')[0] ?? '/');
    if (!origin || !check) {
      answer(null, usual);
      return;
    }
    check(origin).then(
      (isAllowed) =>
        answer(null, {
          ...usual,
          // False would leave preflights to no one; an empty list answers them without permission.
          origin: isAllowed ? [origin] : [],
          methods: ['GET', 'POST'],
          allowedHeaders: ['content-type', 'x-visitor'],
          exposedHeaders: ['retry-after'],
          maxAge: PREFLIGHT_SECONDS,
        }),
      (error: Error) => answer(error),
    );
  };
}

const PREFLIGHT_SECONDS = 600;

/** Gives single pages more sources than all pages have. */
function addPagePolicies(
  app: FastifyInstance,
  directives: Record<string, string[]>,
  pages: PagePolicies,
): void {
  const policies = new Map([...pages].map(([path, more]) => [path, extendPolicy(directives, more)]));
  app.addHook('onSend', async (request, reply) => {
    const policy = policies.get(request.url.split('?')[0] ?? '/');
    // Never from the browser's memory, which could have the page with an older policy.
    if (policy) reply.header('content-security-policy', policy).header('cache-control', 'no-store');
  });
}

const rateLimitOptions = ({ rateLimitPerMinute, callerOf }: HttpOptions) => ({
  // Off for the rest, it still serves the routes that have a limit of their own.
  global: rateLimitPerMinute > 0,
  max: rateLimitPerMinute,
  timeWindow: '1 minute',
  // Vendors send from a few addresses and are checked by signature; files of the web app are free. Asked by the route,
  // because an address can be written in many ways.
  allowList: (request: FastifyRequest) => !isLimited(request),
  keyGenerator: async (request: FastifyRequest) => {
    const token = isLimited(request) ? bearerOf(request) : null;
    // Without the database no token can be checked.
    const caller = token && callerOf ? await callerOf(token).catch(() => null) : null;
    // A made-up token must not open a new count.
    return caller ?? `address ${sourceOf(request.ip)}`;
  },
});

const isLimited = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/') ?? false;

const FOREVER = 'public, max-age=31536000, immutable';
/** Its name never changes: a new one is fetched within the hour, and until it is there the old one is shown. */
const SHARED = 'public, max-age=3600, stale-while-revalidate=604800';

async function serveWeb(
  app: FastifyInstance,
  { webDist: dist, returnPages = [], sharedFiles = [] }: HttpOptions,
): Promise<void> {
  const hasWeb = dist !== null && existsSync(`${dist}/index.html`);
  if (hasWeb) {
    const setHeaders = (reply: { header(name: string, value: string): unknown }, path: string): void => {
      const isHashed = path.includes('/assets/');
      const isShared = sharedFiles.some((file) => path.includes(file));
      if (isShared) {
        reply.header('cross-origin-resource-policy', 'cross-origin');
        // Modules are fetched with CORS; there is nothing in them that is not everybody's.
        reply.header('access-control-allow-origin', '*');
      }
      reply.header('cache-control', isHashed ? FOREVER : isShared ? SHARED : 'no-cache');
    };
    // Compressed files are made by the build; without them files go as they are.
    const files = { index: false, preCompressed: true, setHeaders } as const;
    const globIgnore = ['assets/**', '**/*.{br,gz}'];
    await app.register(fastifyStatic, { ...files, root: dist, wildcard: false, globIgnore });
    addAssets(app, `${dist}/assets`);
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isReturn = returnPages.includes(path);
    const isPage = isRead && (isReturn || !API_PREFIXES.some((prefix) => path.startsWith(prefix)));
    if (!isPage || !hasWeb) throw new AppError('not_found', `Nothing answers ${request.method} ${path}`);
    return reply.type('text/html').sendFile('index.html');
  });
  app.addHook('onSend', async (request, reply) => {
    if (!returnPages.includes(request.url.split('?')[0] ?? '/')) return;
    // The query of the address, and the answer to it, sign somebody in.
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  });
}

/** The files of the build whose names hold a hash: two routes for each would take longer to add than all others. */
function addAssets(app: FastifyInstance, folder: string): void {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  );
}

interface Failure {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  readonly more?: MoreOfProblem;
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_content_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_content_type',
};

/** The only place that turns a thrown thing into an answer: known codes keep their words, the rest become 500. */
function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toFailure(error);
  const policy = ERROR_POLICY[failure.code];
  if (policy.status >= 500) request.log.error({ err: error, code: failure.code }, 'request failed');
  else request.log.debug({ code: failure.code, detail: failure.detail }, 'request refused');
  if (failure.more?.retryAfter !== undefined) reply.header('retry-after', failure.more.retryAfter);
  reply
    .code(policy.status)
    .header('content-type', 'application/problem+json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemOf(failure, request.id));
}

function problemOf(failure: Failure, requestId: string): Problem {
  const policy = ERROR_POLICY[failure.code];
  return {
    type: `https://hanasu.dev/problems/${failure.code}`,
    title: policy.title,
    status: policy.status,
    detail: failure.detail,
    code: failure.code,
    ...(failure.errors?.length ? { errors: [...failure.errors] } : {}),
    ...failure.more,
    requestId,
  };
}

function toFailure(error: FastifyError | Error): Failure {
  if (AppError.is(error)) {
    return { code: error.code, detail: error.message, errors: error.errors, more: error.more };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return validationFailure(error);
  if (isDatabaseUnavailable(error)) return titled('database_unavailable');
  if (isUnstorableText(error)) return { code: 'validation_failed', detail: 'A text holds a NUL character' };
  if (isDiskFull(error)) return titled('disk_full');
  if ('statusCode' in error && error.statusCode === 429) return titled('rate_limited');
  const known = 'code' in error && typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined;
  if (known) return { code: known, detail: error.message };
  if ('statusCode' in error && error.statusCode === 400)
    return { code: 'malformed_body', detail: error.message };
  return titled('internal');
}

/** What Postgres says of NUL, the one character that its text and JSON cannot hold. */
const isUnstorableText = (error: Error): boolean =>
  'code' in error && (error.code === '22021' || error.code === '22P05');

/** Of a file (ENOSPC, EDQUOT), or of the database (SQLSTATE 53100). */
const isDiskFull = (error: Error): boolean =>
  'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100');

const titled = (code: ErrorCode): Failure => ({ code, detail: ERROR_POLICY[code].title });

interface ZodFailure {
  readonly validation: readonly { instancePath: string; keyword: string; message?: string }[];
  readonly validationContext?: string;
}

const CONTEXT_NAMES: Readonly<Record<string, string>> = { querystring: 'query' };

function validationFailure(error: ZodFailure): Failure {
  const context = error.validationContext ?? 'body';
  const prefix = CONTEXT_NAMES[context] ?? context;
  const errors = error.validation.map((issue) => ({
    path: [prefix, ...issue.instancePath.split('/').filter(Boolean)].join('.'),
    code: issue.keyword,
    message: issue.message ?? 'not valid',
  }));
  const isOnlyBadId = prefix === 'params';
  return isOnlyBadId
    ? titled('not_found')
    : { code: 'validation_failed', detail: errors.map((e) => `${e.path}: ${e.message}`).join('; '), errors };
}

/** Describes the routes that are added after it at `/api/openapi.json`. */
export async function addOpenApi(app: FastifyInstance, version: string, serverUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Hanasu', version, description: 'Multi-channel AI chatbot platform' },
      servers: [{ url: serverUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
