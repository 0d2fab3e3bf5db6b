import { join } from 'node:path';
import type { SystemView } from '@hanasu/contract/system';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { composeChannels, composeModels } from './compose.ts';
import type { Config } from './config.ts';
import { addAccountRoutes, createAuthenticator, createSessionTokens } from './features/accounts/public.ts';
import {
  addAnsweringRoutes,
  createBeginChats,
  createFinishTurns,
  createTurnRunner,
} from './features/answering/public.ts';
import { addBillingRoutes, grantTokens } from './features/billing/public.ts';
import { addBotRoutes } from './features/bots/public.ts';
import {
  addChannelRoutes,
  addWebhookRoute,
  createChannelDirectory,
  createDeliverer,
  createMailbox,
  createReceiveWebhook,
  createSandboxes,
  enqueueText,
  releaseDeliveries,
  requeueDeliveries,
  restoreSandboxAccounts,
} from './features/channels/public.ts';
import { addInboxRoutes, createAnnounce, turns } from './features/inbox/public.ts';
import { addInsightRoutes } from './features/insights/public.ts';
import {
  createKnowledgeFeature,
  existingKnowledgeIds,
  knowledgeJobs,
  registerKnowledgeRoutes,
} from './features/knowledge/public.ts';
import { addSystemRoutes } from './features/system/public.ts';
import { createSecretBox } from './platform/crypto/secret-box.ts';
import { loadSecretKey } from './platform/crypto/secret-key.ts';
import { openDatabase } from './platform/database/database.ts';
import { createDiskFileStore } from './platform/files/file-store.ts';
import { watchConnections } from './platform/http/close-connections.ts';
import { createHttpApp } from './platform/http/http-app.ts';
import { createImplement } from './platform/http/implement.ts';
import { addOpenApi } from './platform/http/openapi.ts';
import { newId } from './platform/ids.ts';
import { type Jobs, startJobs } from './platform/jobs/jobs.ts';
import { type Pump, startPump } from './platform/jobs/pump.ts';
import { startRealtime } from './platform/realtime/realtime.ts';
import { rememberSandboxes } from './sandbox-memory.ts';
import { describeSystem } from './system-view.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
  /** True when no other process can be using this database: what a crash left locked is free at once. */
  readonly isOnlyProcess: boolean;
}

export interface RunningServer {
  readonly app: FastifyInstance;
  /** `http://host:port` it listens on. */
  readonly address: string;
  readonly view: SystemView;
  /** Finishes what runs (within seconds), closes connections, then ends. */
  stop(): Promise<void>;
}

const IDLE_MS = 2_000;
const READY_MS = 2_000;
/** Requests that still wait for an answer get this long when the server stops. */
const STOP_MS = 5_000;

/** Puts the product together on a migrated database and serves it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, databaseUrl, logger } = options;
  const onError = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const database = openDatabase({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  const secretKey = loadSecretKey(config.DATA_DIR, config.SECRET_KEY);
  const authenticator = createAuthenticator(database, createSessionTokens(secretKey), Date.now);
  const models = composeModels(config);
  const { adapters, sandboxes: vendors } = await composeChannels(config);
  rememberSandboxes({ dataDir: config.DATA_DIR, vendors, onError });

  const app = await createHttpApp({
    logger,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    rateLimitPerMinute: config.RATE_LIMIT_API,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    webDist: config.WEB_DIST ?? null,
  });
  const connections = watchConnections(app.server);
  await addOpenApi(app, options.version, config.publicUrl);
  const realtime = startRealtime({
    server: app.server,
    authenticate: authenticator.authenticate,
    corsOrigins: config.CORS_ORIGINS,
  });
  const announce = createAnnounce({ database, realtime, onError });

  let jobs: Jobs | null = null;
  const runningJobs = (): Jobs => {
    if (!jobs) throw new Error('the jobs have not started yet');
    return jobs;
  };
  const knowledge = createKnowledgeFeature({
    database,
    files: createDiskFileStore(join(config.DATA_DIR, 'files')),
    jobs: runningJobs,
    realtime,
    log: logger,
    config: { maxUploadBytes: config.MAX_UPLOAD_BYTES },
  });

  const directory = createChannelDirectory(database, adapters, createSecretBox(secretKey));
  const finishTurns = createFinishTurns(database);
  const answering = {
    models,
    search: knowledge.searchKnowledge,
    timeouts: {
      firstTokenMs: config.MODEL_FIRST_TOKEN_MS,
      idleMs: config.MODEL_IDLE_MS,
      totalMs: config.MODEL_TOTAL_MS,
    },
    onModelFailure: (failure: object) => logger.warn(failure, 'model failed'),
    finishTurns,
    announce,
  };
  // Waking one that has not started yet is harmless: each looks at once when it starts.
  const pumps: { mailbox?: Pump; turns?: Pump; delivery?: Pump } = {};
  const wakeDelivery = (): void => pumps.delivery?.wake();
  const wakeTurns = (): void => pumps.turns?.wake();
  const turnRunner = createTurnRunner({
    ...answering,
    database,
    directory,
    wakeDelivery,
    wakeTurns,
    onError,
  });

  let ownUrl = '';
  const webhookUrl = (accountId: string, channelId: string, { sandbox }: { sandbox: boolean }): string =>
    `${sandbox ? ownUrl : config.publicUrl}/hooks/${accountId}/${channelId}`;
  const implement = createImplement(app, authenticator.authenticate, config.RATE_LIMIT_AUTH);
  const view = describeSystem(config, models, options.version);
  addSystemRoutes(implement, {
    view,
    isDatabaseReady: () => answersWithin(database.ping(), READY_MS),
    areJobsReady: () => jobs?.isReady() ?? false,
  });
  addAccountRoutes(
    implement,
    {
      database,
      tokens: createSessionTokens(secretKey),
      sessionDays: config.SESSION_DAYS,
      defaultLocale: 'en',
      onAccountCreated: (transaction, accountId) =>
        grantTokens(transaction, { accountId, id: newId(), tokens: config.STARTING_TOKENS }),
    },
    authenticator,
  );
  addBillingRoutes(implement, { database, serviceName: (uuid) => models.find(uuid)?.name ?? null });
  registerKnowledgeRoutes(implement, knowledge);
  addBotRoutes(implement, { database, isServiceAvailable: models.available, existingKnowledgeIds });
  addAnsweringRoutes(implement, { ...answering, beginChats: createBeginChats(database, models) });
  addInboxRoutes(implement, {
    database,
    announce,
    enqueueDelivery: enqueueText(directory),
    retryDelivery: requeueDeliveries,
    wakeDelivery,
    wakeTurns,
  });
  addInsightRoutes(implement, { database, startingTokens: config.STARTING_TOKENS });
  addChannelRoutes(implement, {
    database,
    adapters,
    directory,
    defaultBatchingDelay: config.BATCHING_DELAY_MS,
    webhookUrl,
    sandboxes: createSandboxes(vendors, directory),
  });
  await addWebhookRoute(
    app,
    createReceiveWebhook({ database, directory, onStored: () => pumps.mailbox?.wake() }),
  );

  if (options.isOnlyProcess) {
    await database.system(turns.releaseAllLeases);
    await database.system(releaseDeliveries);
  }
  jobs = await startJobs({ url: databaseUrl, onError }, knowledgeJobs(knowledge));
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  ownUrl = ownAddress(app);
  // Before anything is sent: a sandbox that doesn't know its accounts would refuse their messages for good.
  await restoreSandboxAccounts(database, directory, vendors, webhookUrl);
  const deliverer = createDeliverer({ database, directory, announce, wakeDelivery, onError });
  pumps.delivery = startPump({ pass: deliverer.pass, idleMs: IDLE_MS, onError });
  pumps.turns = startPump({ pass: turnRunner.pass, idleMs: IDLE_MS, onError });
  const mailbox = createMailbox({ database, directory, announce, wakeTurns, wakeDelivery, onError });
  pumps.mailbox = startPump({ pass: mailbox.pass, idleMs: IDLE_MS, onError });
  await knowledge.adoptForsaken();

  return {
    app,
    address,
    view,
    async stop() {
      connections.close(STOP_MS);
      await realtime.close();
      await app.close();
      await pumps.mailbox?.stop();
      await pumps.turns?.stop();
      await turnRunner.drain();
      await pumps.delivery?.stop();
      await deliverer.drain();
      await runningJobs().stop();
      await knowledge.close();
      await Promise.all([...vendors.values()].map((vendor) => vendor.close()));
      await database.close();
    },
  };
}

/** How this machine reaches the server, whatever host it listens on. */
function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://127.0.0.1:${port}`;
}

async function answersWithin(answer: Promise<void>, milliseconds: number): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
  return Promise.race([answer.then(() => true).catch(() => false), late]);
}
