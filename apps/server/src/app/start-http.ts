import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { UserId } from '@hanasu/contract/ids';
import { SOCIAL_PROVIDERS } from '@hanasu/contract/social';
import type { SystemView } from '@hanasu/contract/system';
import { findReaderSandbox, missingOf } from '@hanasu/retrieval/extract/start-child';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Authenticator } from '../features/accounts/public.ts';
import {
  type ApiKeyAuthenticator,
  createApiKeyAuthenticator,
  createScopedKeys,
} from '../features/api-keys/public.ts';
import type { ChannelAdapters, WebhookUrl } from '../features/channels/public.ts';
import { checkSecretKeys } from '../features/system/public.ts';
import { createSiteCheck } from '../features/web-chat/public.ts';
import { createPasswordHasher, type PasswordHasher } from '../platform/crypto/password-hasher.ts';
import { openDatabase } from '../platform/database/database.ts';
import { untilDatabaseAnswers } from '../platform/database/until-database-answers.ts';
import { watchDatabase } from '../platform/database/watch-database.ts';
import { watchDisk } from '../platform/files/disk-space.ts';
import { addOpenApi, createHttpApp } from '../platform/http/http-app.ts';
import { createImplement } from '../platform/http/implement.ts';
import { startRealtime } from '../platform/realtime/realtime.ts';
import { joinRelays, type Relay, startRelay } from '../platform/realtime/relay.ts';
import { createBackgroundThrottle } from '../platform/workers/background-throttle.ts';
import { createErrorReporter } from '../platform/workers/current-work.ts';
import { releaseJobs } from '../platform/workers/jobs.ts';
import {
  createWorkerRegistry,
  type WorkerName,
  type WorkerRegistry,
} from '../platform/workers/worker-registry.ts';
import { composeChannels, rememberSandboxes } from './channels.ts';
import { type Config, describeSystem } from './config.ts';
import {
  type AppContext,
  closeContext,
  createAuthentication,
  createContext,
  type Foundation,
  manifestsOf,
} from './context.ts';
import { createHttpContext, type HttpContext } from './contexts.ts';
import { createEvents, createPageEvents, type OwnEvents } from './events.ts';
import { FEATURES } from './features.ts';
import { composeKnowledgeModels, composeModels } from './models.ts';
import { paymentPolicies } from './payments.ts';
import { SEALED_COLUMNS } from './secrets.ts';
import { composeSocial } from './sign-in.ts';
import {
  eraseOne,
  findSegmentUses,
  jobKinds,
  kindsOf,
  onChannelChange,
  openAllSegments,
  recoverInterruptedWork,
  startWorkers,
} from './start-workers.ts';
import { eventsBeside, type WorkerThread } from './worker-thread/messages.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
  /** True when no other process can be using this database: what a crash left locked is free at once. */
  readonly isOnlyProcess: boolean;
  /** The thread that works on what waits in the database; absent: this one does. */
  readonly engine?: WorkerThread;
  /** Another one than Argon2id in threads; for tests that count what is done. */
  readonly passwords?: PasswordHasher;
  /** Ends a start that waits for the database. */
  readonly signal?: AbortSignal | undefined;
  /** Without a database for this long the process no longer counts as healthy; default one minute. */
  readonly databaseAwayMs?: number;
  /** Kinds of channels beside those of compose.ts; for tests of what no vendor can be brought to do. */
  readonly channels?: readonly ChannelAdapter[];
  /** Names of workers that are left to another process; for tests that do the work of one themselves. */
  readonly withoutWorkers?: readonly string[];
}

export interface RunningServer {
  readonly app: FastifyInstance;
  /** `http://host:port` it listens on. */
  readonly address: string;
  readonly view: Omit<SystemView, 'registration'>;
  /** What this platform lacks, as sentences for the server administrator. */
  readonly missing: readonly string[];
  /** Lines for whoever starts it: who may register, and the code for the first account and for administrators. */
  readonly notes: readonly string[];
  /** Opens the mails that were not sent; null: a mail server is set. */
  readonly outboxCode: string | null;
  /** Finishes what runs (within seconds), closes connections, then ends. */
  stop(): Promise<void>;
}

const DATABASE_AWAY_MS = 60_000;
/** Requests that still wait for an answer get this long when the server stops … */
const STOP_MS = 5_000;
/** … and answers of bots this long to end; the others are made anew by whoever runs next. */
const ANSWERS_MS = 12_000;

/** Puts the product together on a migrated database and serves it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, databaseUrl, version, engine = null } = options;
  const segments = openAllSegments(() => context);
  const { app, foundation, events, registry } = await layFoundation(options, { engine, segments });
  const connections = watchConnections(app.server);
  await addOpenApi(app, version, config.publicUrl);
  const context = await createContext(foundation);
  const { database, onError, vendors, knowledge, secretKeys } = context;
  const finishSandboxes = rememberSandboxes({ dataDir: config.DATA_DIR, vendors, onError });
  const connected = <T>(step: () => Promise<T>): Promise<T> =>
    untilDatabaseAnswers(step, { signal: options.signal, log: (line) => options.logger.warn(line) });
  const vectorStore = await connected(() => knowledge.openVectors(databaseUrl));
  const watch = watchDatabase(databaseUrl);
  const view = describeSystem(config, foundation.models, { version, vectorStore });
  const outboxCode = config.SMTP_URL ? null : randomBytes(32).toString('base64url');
  const webhookUrl = webhookUrlsOf(app, config);
  const missing = missingOf(await findReaderSandbox());
  const diskWatch = watchDisk(context.disk, { say: (line) => options.logger.warn(line), onError });
  let hasStarted = false;
  const http = createHttpContext(context, {
    app,
    view,
    outboxCode,
    webhookUrl,
    isHealthy: () => watch.awayMs() <= (options.databaseAwayMs ?? DATABASE_AWAY_MS),
    details: () => missing,
    isWorkerReady: () => hasStarted && (engine?.isReady() ?? true),
    eraseOne: eraseOne(),
    ...kindsOf(context),
    findSegmentUses,
    onChannelChange,
  });
  await addRoutes(http);

  if (options.isOnlyProcess) {
    const releases = FEATURES.flatMap(({ releaseLeases }) => releaseLeases ?? []);
    for (const release of [...releases, releaseJobs]) await connected(() => database.system(release));
  }
  await connected(() => context.jobs.start(jobKinds(context)));
  for (const { beforeListening } of FEATURES) await connected(async () => beforeListening?.(http));
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  // Before anything is sent: a sandbox that doesn't know its accounts would refuse their messages for good.
  for (const { afterListening } of FEATURES) await connected(async () => afterListening?.(http));
  if (events.kind === 'own') {
    const work = { events, inboundDatabase: database };
    startWorkers(registry, context, { ...work, without: options.withoutWorkers });
    await connected(() => recoverInterruptedWork(context));
  }
  const sandboxHosts = new Map([...vendors].map(([kind, { hosts }]) => [kind, hosts]));
  const { isOnlyProcess } = options;
  await engine?.start(
    { config, databaseUrl, secretKeys, version, sandboxHosts, isOnlyProcess },
    options.signal,
  );
  hasStarted = true;
  const stop = async (): Promise<void> => {
    diskWatch.stop();
    await watch.stop();
    await stopInOrder(context, app, { workers: engine ?? registry, connections });
    await finishSandboxes();
  };
  const isPublic = Boolean(config.PUBLIC_URL);
  const notes = await context.accounts.registration.notes({ publicUrl: config.publicUrl, isPublic });
  return { app, address, view, missing, notes, outboxCode, stop };
}

/** Sandboxes reach this machine; vendors reach the address that the installation is known by. */
const webhookUrlsOf =
  (app: FastifyInstance, config: Config): WebhookUrl =>
  (accountId, channelId, { sandbox, appHookId }) => {
    if (sandbox) return `${ownAddress(app)}/hooks/${accountId}/${channelId}`;
    return `${config.publicUrl}/hooks/${accountId}/${appHookId ? `app/${appHookId}` : channelId}`;
  };

interface Ground {
  readonly app: FastifyInstance;
  readonly foundation: Foundation;
  readonly events: OwnEvents | ReturnType<typeof eventsBeside>;
  /** Of the workers of this thread; empty where a worker thread has them. */
  readonly registry: WorkerRegistry;
}

async function layFoundation(
  {
    config,
    databaseUrl,
    version,
    logger,
    passwords = createPasswordHasher(),
    channels = [],
    signal,
    isOnlyProcess,
  }: ServerOptions,
  { engine, segments }: { readonly engine: WorkerThread | null; readonly segments: Foundation['segments'] },
): Promise<Ground> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
    onNested: (place) => logger.error({ place }, 'a transaction was opened inside of another one'),
  });
  const onError = createErrorReporter(logger);
  const { adapters, sandboxes: vendors } = await composeChannels(config, database.now, { further: channels });
  const checking = () => checkSecretKeys(database, SEALED_COLUMNS, config);
  const retry = { signal, log: (line: string) => logger.warn(line) };
  const secretKeys = await untilDatabaseAnswers(checking, retry).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const authenticator = createAuthentication(database, secretKeys);
  const app = await createHttpApp({
    logger,
    trustedProxies: config.TRUST_PROXY,
    callerOf: callersOf(authenticator, createApiKeyAuthenticator(database, database.now)),
    corsOrigins: config.CORS_ORIGINS,
    rateLimitPerMinute: config.RATE_LIMIT_API,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    webDist: config.WEB_DIST ?? null,
    returnPages: SOCIAL_PROVIDERS.map((provider) => `/api/auth/${provider}/callback`),
    sharedFiles: ['/widget.js', '/assets/widget-chat-', '/assets/widget-form-'],
    pictureHosts: pictureHostsOf(adapters),
    pagePolicies: paymentPolicies(config),
    siteCheck: createSiteCheck(database),
    onWrite: throttle(() => (engine ? engine.post({ kind: 'active' }) : registry.recordActivity())),
  });
  const relay = joinRelays([...(engine ? [engine.relay] : []), ...(await openRelay(config, logger))]);
  const realtime = startRealtime({
    server: app.server,
    sessions: authenticator,
    corsOrigins: config.CORS_ORIGINS,
    relay,
    onError,
  });
  const manifestOf = manifestsOf(adapters);
  const registry = createWorkerRegistry({ database, onError, isOnlyProcess });
  const notifyWorker = (name: WorkerName, inMs = 0): void =>
    engine ? engine.post({ kind: 'notify', name }) : registry.notify(name, inMs);
  const telling = { database, realtime, manifestOf, segments, onError };
  const events = engine
    ? eventsBeside(engine, relay, createPageEvents(telling))
    : createEvents({
        ...telling,
        notifyHooks: () => notifyWorker('web-hooks'),
        notifyNotifications: () => notifyWorker('notifications'),
      });
  const foundation: Foundation = {
    ...telling,
    config,
    version,
    databaseUrl,
    logger,
    secretKeys,
    passwords,
    models: composeModels(config),
    knowledgeModels: composeKnowledgeModels(config),
    adapters,
    vendors,
    socialClients: composeSocial(config),
    authenticator,
    relay,
    notifyWorker,
    works: engine === null,
    backgroundThrottle: createBackgroundThrottle(
      engine ? { onLatency: (afterMs) => engine.post({ kind: 'accepted', afterMs }) } : {},
    ),
    events,
  };
  return { app, foundation, events, registry };
}

const THROTTLE_MS = 500;

/** Passes on the first of all calls within half a second. */
function throttle(call: () => void): () => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - calledAt < THROTTLE_MS) return;
    calledAt = performance.now();
    call();
  };
}

const pictureHostsOf = ({ find, kinds }: ChannelAdapters): string[] =>
  kinds.flatMap((kind) => find(kind, { sandbox: false })?.manifest.pictureHosts ?? []);

/** Who is behind a token, so that each person and each key has a limit of their own. */
const callersOf =
  (authenticator: Authenticator, apiKeys: ApiKeyAuthenticator) =>
  async (token: string): Promise<string | null> => {
    const session = await authenticator.authenticate(token);
    if (session) return `user ${session.userId}`;
    const key = await apiKeys.authenticate(token);
    return key && `key ${key.keyId}`;
  };

const openRelay = async (config: Config, logger: FastifyBaseLogger): Promise<Relay[]> =>
  config.REDIS_URL
    ? [
        await startRelay({
          url: config.REDIS_URL,
          onError: (error) => logger.warn({ err: error }, 'Redis can not be reached'),
        }),
      ]
    : [];

interface Running {
  readonly workers: { stop(): Promise<void> };
  readonly connections: ReturnType<typeof watchConnections>;
}

/** New work first, then what runs, the database last. */
async function stopInOrder(
  context: AppContext,
  app: FastifyInstance,
  { workers, connections }: Running,
): Promise<void> {
  const { answering, realtime, vendors, database } = context;
  connections.close(ANSWERS_MS + STOP_MS);
  await answering.runningChats.stopAll(ANSWERS_MS);
  connections.close(STOP_MS);
  await realtime.close();
  await app.close();
  // One may have begun while the others ended.
  await answering.runningChats.stopAll(0);
  await workers.stop();
  await closeContext(context);
  await Promise.all([...vendors.values()].map((vendor) => vendor.close()));
  await database.close();
}

/** How this machine reaches the server, whatever host it listens on. */
function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://127.0.0.1:${port}`;
}

/** Every way in: the endpoints of the contract and the vendors' webhook. */
async function addRoutes(context: HttpContext): Promise<void> {
  const { accounts, authenticator, config, gate } = context;
  const implement = createImplement(context.app, {
    authenticate: authenticator.authenticate,
    authRateLimit: config.RATE_LIMIT_AUTH,
    more: {
      authenticateKey: createScopedKeys(gate),
      isConfirmed: authenticator.isConfirmed,
      isAdministrator: ({ userId }: { readonly userId: UserId }) =>
        accounts.registration.isAdministrator(userId),
    },
  });
  for (const { routes } of FEATURES) await routes?.(implement, context);
}

/** Ends what keeps a stopping server from ending. */
interface ConnectionCloser {
  /** Closes spare connections at once, and after `graceMs` also those that still wait for an answer. */
  close(graceMs: number): void;
}

/**
 * Browsers open connections in reserve. Node counts one that has never sent anything as busy and waits a minute
 * for it, so they are kept in mind here.
 */
export function watchConnections(server: Server): ConnectionCloser {
  const spare = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  });
  const use = ({ socket }: IncomingMessage): void => {
    spare.delete(socket);
  };
  server.on('request', use);
  server.on('upgrade', use);
  return {
    close(graceMs) {
      isClosing = true;
      for (const socket of spare) socket.destroy();
      setTimeout(() => server.closeAllConnections(), graceMs).unref();
    },
  };
}
