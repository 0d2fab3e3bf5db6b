import { randomBytes } from 'node:crypto';
import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import { SOCIAL_PROVIDERS } from '@hanasu/contract/social';
import type { SystemView } from '@hanasu/contract/system';
import { findReaderSandbox, missingOf } from '@hanasu/retrieval/extract/start-child';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { composeChannels, composeKnowledgeModels, composeModels, composeSocial } from './compose.ts';
import type { Config } from './config.ts';
import { type Engine, tellersBeside } from './engine-link.ts';
import type { Authenticator } from './features/accounts/public.ts';
import { countProven, hasPeople } from './features/accounts/public.ts';
import { type ApiKeyAuthenticator, createApiKeyAuthenticator } from './features/api-keys/public.ts';
import { releaseAllReservations } from './features/billing/public.ts';
import {
  adoptApps,
  type ChannelAdapters,
  releaseDeliveries,
  restoreSandboxAccounts,
  type WebhookUrl,
} from './features/channels/public.ts';
import { turns } from './features/conversations/public.ts';
import { releaseAllVectors, releaseWebsites } from './features/knowledge/public.ts';
import { checkSecretKeys } from './features/system/public.ts';
import { adoptEmbeds } from './features/web-chat/public.ts';
import { createPasswordHasher, type PasswordHasher } from './platform/crypto/password-hasher.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { untilDatabaseAnswers } from './platform/database/until-database-answers.ts';
import { watchDatabase } from './platform/database/watch-database.ts';
import { watchDisk } from './platform/files/disk-space.ts';
import { watchConnections } from './platform/http/close-connections.ts';
import { createHttpApp, type SiteCheck } from './platform/http/http-app.ts';
import { addOpenApi } from './platform/http/openapi.ts';
import { createGivingWay } from './platform/jobs/giving-way.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { joinRelays } from './platform/realtime/join-relays.ts';
import { startRealtime } from './platform/realtime/realtime.ts';
import { type Relay, startRelay } from './platform/realtime/relay.ts';
import { rememberSandboxes } from './sandbox-memory.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import {
  createAuthentication,
  createParts,
  later,
  manifestsOf,
  type Parts,
  type ServerFoundation,
} from './server-parts.ts';
import { addRoutes } from './server-routes.ts';
import { adoptForsaken, closeParts, jobKinds } from './server-shares.ts';
import { createPageTeller, createTellers, type OwnTellers } from './server-tellers.ts';
import { createWorkers, type WakeName } from './server-workers.ts';
import { describeSystem } from './system-view.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
  /** True when no other process can be using this database: what a crash left locked is free at once. */
  readonly isOnlyProcess: boolean;
  /** The thread that works on what waits in the database; absent: this one does. */
  readonly engine?: Engine;
  /** Another one than Argon2id in threads; for tests that count what is done. */
  readonly passwords?: PasswordHasher;
  /** Ends a start that waits for the database. */
  readonly signal?: AbortSignal | undefined;
  /** Without a database for this long the process no longer counts as healthy; default one minute. */
  readonly databaseAwayMs?: number;
  /** Kinds of channels beside those of compose.ts; for tests of what no vendor can be brought to do. */
  readonly channels?: readonly ChannelAdapter[];
}

export interface RunningServer {
  readonly app: FastifyInstance;
  /** `http://host:port` it listens on. */
  readonly address: string;
  readonly view: Omit<SystemView, 'registration'>;
  /** What this platform cannot give, as sentences for whoever runs the server. */
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
  const foundation = await layFoundation(options, engine);
  const { app, database, models, tellers } = foundation;
  const connections = watchConnections(app.server);
  await addOpenApi(app, version, config.publicUrl);
  const parts: Parts = { ...foundation, ...createParts(foundation) };
  const { onError, vendors, directory, knowledge } = parts;
  rememberSandboxes({ dataDir: config.DATA_DIR, vendors, onError });
  const workers = tellers.kind === 'own' ? createWorkers(parts, tellers) : null;
  const connected = <T>(step: () => Promise<T>): Promise<T> =>
    untilDatabaseAnswers(step, { signal: options.signal, log: (line) => options.logger.warn(line) });
  const vectorStore = await connected(() => knowledge.openVectors(databaseUrl));
  const watch = watchDatabase(databaseUrl);
  const view = describeSystem(config, models, { version, vectorStore });
  const webhookUrl: WebhookUrl = (accountId, channelId, { sandbox, appHookId }) => {
    if (sandbox) return `${ownAddress(app)}/hooks/${accountId}/${channelId}`;
    return `${config.publicUrl}/hooks/${accountId}/${appHookId ? `app/${appHookId}` : channelId}`;
  };
  const missing = missingOf(await findReaderSandbox());
  const diskWatch = watchDisk(parts.disk, { say: (line) => options.logger.warn(line), onError });
  let hasStarted = false;
  await addRoutes(parts, {
    view,
    webhookUrl,
    isHealthy: () => watch.awayMs() <= (options.databaseAwayMs ?? DATABASE_AWAY_MS),
    details: () => missing,
    isWorkerReady: () => hasStarted && (engine?.isReady() ?? true),
  });

  if (options.isOnlyProcess) await connected(() => releaseForsaken(database));
  const works = workers !== null;
  const kinds = jobKinds(parts, version);
  parts.jobs.set(await connected(() => startJobs({ url: databaseUrl, works, onError }, kinds)));
  await connected(() => adoptEmbeds(parts));
  await connected(() => adoptApps(parts));
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  // Before anything is sent: a sandbox that doesn't know its accounts would refuse their messages for good.
  await connected(() => restoreSandboxAccounts(database, directory, vendors, webhookUrl));
  workers?.start();
  if (workers) await connected(() => adoptForsaken(parts));
  const sandboxHosts = new Map([...vendors].map(([kind, { hosts }]) => [kind, hosts]));
  const { secretKeys, outboxCode } = parts;
  await engine?.start({ config, databaseUrl, secretKeys, version, sandboxHosts }, options.signal);
  hasStarted = true;
  const stop = async (): Promise<void> => {
    diskWatch.stop();
    await watch.stop();
    await stopInOrder(parts, workers ?? engine, connections);
  };
  const notes = await noteRegistration(parts);
  return { app, address, view, missing, notes, outboxCode, stop };
}

async function layFoundation(
  { config, databaseUrl, logger, passwords = createPasswordHasher(), channels = [], signal }: ServerOptions,
  engine: Engine | null,
): Promise<ServerFoundation & { readonly tellers: OwnTellers | ReturnType<typeof tellersBeside> }> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  const onError = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const { adapters, sandboxes: vendors } = await composeChannels(config, database.now, { further: channels });
  const siteCheck = later<SiteCheck>();
  const checking = () => checkSecretKeys(database, SEALED_COLUMNS, config);
  const retry = { signal, log: (line: string) => logger.warn(line) };
  const secretKeys = await untilDatabaseAnswers(checking, retry).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const authenticator = createAuthentication(database, secretKeys);
  const apiKeys = createApiKeyAuthenticator(database, database.now);
  const app = await createHttpApp({
    logger,
    trustedProxies: config.TRUST_PROXY,
    callerOf: callersOf(authenticator, apiKeys),
    corsOrigins: config.CORS_ORIGINS,
    rateLimitPerMinute: config.RATE_LIMIT_API,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    webDist: config.WEB_DIST ?? null,
    returnPages: SOCIAL_PROVIDERS.map((provider) => `/api/auth/${provider}/callback`),
    sharedFiles: ['/widget.js', '/assets/widget-chat-'],
    pictureHosts: pictureHostsOf(adapters),
    siteCheck: siteCheck.peek,
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
  const waker = later<(name: WakeName) => void>();
  if (engine) waker.set((name) => engine.post({ kind: 'wake', name }));
  const telling = { database, realtime, manifestOf, onError };
  return {
    config,
    logger,
    secretKeys,
    passwords,
    database,
    app,
    models: composeModels(config),
    knowledgeModels: composeKnowledgeModels(config),
    adapters,
    vendors,
    socialClients: composeSocial(config),
    siteCheck,
    outboxCode: config.SMTP_URL ? null : randomBytes(32).toString('base64url'),
    authenticator,
    realtime,
    relay,
    manifestOf,
    onError,
    waker,
    givingWay: createGivingWay(
      engine ? { onNote: (afterMs) => engine.post({ kind: 'accepted', afterMs }) } : {},
    ),
    tellers: engine
      ? tellersBeside(engine, relay, createPageTeller(telling))
      : createTellers({
          ...telling,
          wakeHooks: () => waker.peek()?.('hooks'),
          wakeNotify: () => waker.peek()?.('notify'),
        }),
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

async function releaseForsaken(database: Database): Promise<void> {
  await database.system(turns.releaseAllLeases);
  await database.system(releaseDeliveries);
  await database.system(releaseAllReservations);
  await database.system(releaseWebsites);
  await database.system(releaseAllVectors);
}

/** New work first, then what runs, the database last. */
async function stopInOrder(
  parts: Parts,
  working: { stop(): Promise<void> } | null,
  connections: ReturnType<typeof watchConnections>,
): Promise<void> {
  const { answering, realtime, app, vendors, database } = parts;
  connections.close(ANSWERS_MS + STOP_MS);
  await answering.runningChats.stopAll(ANSWERS_MS);
  connections.close(STOP_MS);
  await realtime.close();
  await app.close();
  // One may have begun while the others ended.
  await answering.runningChats.stopAll(0);
  await working?.stop();
  await closeParts(parts);
  await Promise.all([...vendors.values()].map((vendor) => vendor.close()));
  await database.close();
}

/** How this machine reaches the server, whatever host it listens on. */
function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://127.0.0.1:${port}`;
}

/** What whoever reads the log should know about who may come in. */
async function noteRegistration({ config, database, registration: rules }: Parts): Promise<string[]> {
  const { mode, setupCode, adminEmails } = rules;
  const isEmpty = !(await database.system(hasPeople));
  const proven = await database.system((transaction) => countProven(transaction, adminEmails));
  const isFirst = mode === 'first-only' && isEmpty;
  const at = (page: string): string => `${config.publicUrl}/${page}?setup=${setupCode.text}`;
  return [
    ...(mode === 'open' && config.PUBLIC_URL
      ? ['Anybody may register; to close it, set REGISTRATION to invited or first-only']
      : []),
    ...(isFirst ? [`Register the first account at ${at('Register')}`] : []),
    ...(!isFirst && proven < adminEmails.length
      ? [`Administrators confirm their address by mail, or at ${at('Account')}`]
      : []),
  ];
}
