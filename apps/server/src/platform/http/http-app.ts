import { existsSync } from 'node:fs';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v7 } from 'uuid';
import { AppError } from '../app-error.ts';
import { sendProblem } from './problem.ts';

export interface HttpOptions {
  readonly logger: FastifyBaseLogger;
  readonly trustProxy: boolean;
  readonly corsOrigins: readonly string[];
  readonly rateLimitPerMinute: number;
  readonly maxUploadBytes: number;
  /** Folder with the built web app; absent in tests and behind the dev server. */
  readonly webDist: string | null;
}

const JSON_LIMIT = 1024 * 1024;
/** Everything under these is never a page of the web app. */
const API_PREFIXES = ['/api/', '/hooks/', '/v1/', '/socket.io/', '/assets/'];

/** The HTTP server with its safety belts and the web app; features add their routes. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT,
    genReqId: () => v7(),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  app.decorateRequest('session', null);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  await app.register(helmet, { contentSecurityPolicy: { directives: CONTENT_POLICY, useDefaults: false } });
  await app.register(cors, { origin: [...options.corsOrigins], credentials: false });
  await app.register(rateLimit, rateLimitOptions(options));
  await app.register(multipart, {
    limits: { fileSize: options.maxUploadBytes, files: 1, fields: 10, fieldSize: 64 * 1024 },
  });
  await serveWeb(app, options.webDist);
  return app;
}

const CONTENT_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The component library sets style attributes.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  'connect-src': ["'self'", 'ws:', 'wss:'],
  'font-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

const rateLimitOptions = (options: HttpOptions) => ({
  // Off for the rest, it still serves the routes that have a limit of their own.
  global: options.rateLimitPerMinute > 0,
  max: options.rateLimitPerMinute,
  timeWindow: '1 minute',
  // Vendors send from a few addresses and are checked by signature; files of the web app are free.
  allowList: (request: { url: string }) => !request.url.startsWith('/api/'),
  keyGenerator: (request: { headers: Record<string, unknown>; ip: string }) =>
    String(request.headers.authorization ?? request.ip),
});

async function serveWeb(app: FastifyInstance, dist: string | null): Promise<void> {
  const hasWeb = dist !== null && existsSync(`${dist}/index.html`);
  if (hasWeb) {
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !API_PREFIXES.some((prefix) => path.startsWith(prefix));
    if (!isPage || !hasWeb) throw new AppError('not_found', `Nothing answers ${request.method} ${path}`);
    return reply.header('cache-control', 'no-cache').type('text/html').sendFile('index.html');
  });
}
