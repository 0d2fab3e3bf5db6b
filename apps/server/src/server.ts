import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import { SOCIAL_PROVIDERS } from '@hanasu/contract/social';
import type { SystemView } from '@hanasu/contract/system';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { composeChannels, composeKnowledgeModels, composeModels, composeSocial } from './compose.ts';
import type { Config } from './config.ts';
import { releaseAllReservations } from './features/billing/public.ts';
import { releaseDeliveries, restoreSandboxAccounts } from './features/channels/public.ts';
import { adoptEmbeds } from './features/embed/public.ts';
import { turns } from './features/inbox/public.ts';
import { knowledgeJobs, releaseAllVectors } from './features/knowledge/public.ts';
import { privacyJobs } from './features/privacy/public.ts';
import { questionSetJobs } from './features/question-sets/public.ts';
import { releaseWebsites } from './features/websites/public.ts';
import { createPasswordHasher, type PasswordHasher } from './platform/crypto/password-hasher.ts';
import { loadSecretKey } from './platform/crypto/secret-key.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { watchConnections } from './platform/http/close-connections.ts';
import { createHttpApp, type SiteCheck } from './platform/http/http-app.ts';
import { addOpenApi } from './platform/http/openapi.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { type Relay, startRelay } from './platform/realtime/relay.ts';
import { rememberSandboxes } from './sandbox-memory.ts';
import { createAuthentication, createParts, type Foundation, later, type Parts } from './server-parts.ts';
import { addRoutes, privacyOf, type WebhookUrl } from './server-routes.ts';
import { createWorkers, type Workers } from './server-workers.ts';
import { describeSystem } from './system-view.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
  /** True when no other process can be using this database: what a crash left locked is free at once. */
  readonly isOnlyProcess: boolean;
  /** Another one than Argon2id in threads; for tests that count what is done. */
  readonly passwords?: PasswordHasher;
  /** Kinds of channels beside those of compose.ts; for tests of what no vendor can be brought to do. */
  readonly channels?: readonly ChannelAdapter[];
}

export interface RunningServer {
  readonly app: FastifyInstance;
  /** `http://host:port` it listens on. */
  readonly address: string;
  readonly view: SystemView;
  /** Finishes what runs (within seconds), closes connections, then ends. */
  stop(): Promise<void>;
}

/** Requests that still wait for an answer get this long when the server stops. */
const STOP_MS = 5_000;

/** Puts the product together on a migrated database and serves it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, databaseUrl } = options;
  const foundation = await layFoundation(options);
  const { app, database, models } = foundation;
  const connections = watchConnections(app.server);
  await addOpenApi(app, options.version, config.publicUrl);
  const parts = createParts(foundation, createAuthentication(database, foundation.secretKey));
  const { onError, vendors, directory, knowledge } = parts;
  rememberSandboxes({ dataDir: config.DATA_DIR, vendors, onError });
  const workers = createWorkers(parts);
  const vectorStore = await knowledge.openVectors(databaseUrl);
  const view = describeSystem(config, models, { version: options.version, vectorStore });
  const webhookUrl: WebhookUrl = (accountId, channelId, { sandbox }) =>
    `${sandbox ? ownAddress(app) : config.publicUrl}/hooks/${accountId}/${channelId}`;
  await addRoutes(parts, workers, view, webhookUrl);

  if (options.isOnlyProcess) await releaseForsaken(database);
  const version = options.version;
  const kinds = [
    ...knowledgeJobs(knowledge),
    ...questionSetJobs(parts.questionSets),
    ...privacyJobs({ ...privacyOf(parts), version }),
  ];
  parts.jobs.set(await startJobs({ url: databaseUrl, onError }, kinds));
  await adoptEmbeds(parts);
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  // Before anything is sent: a sandbox that doesn't know its accounts would refuse their messages for good.
  await restoreSandboxAccounts(database, directory, vendors, webhookUrl);
  workers.start();
  await knowledge.adoptForsaken();
  await parts.questionSets.adoptForsaken();
  return { app, address, view, stop: () => stopInOrder(parts, workers, connections) };
}

async function layFoundation({
  config,
  databaseUrl,
  logger,
  passwords = createPasswordHasher(),
  channels = [],
}: ServerOptions): Promise<Foundation> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  const { adapters, sandboxes: vendors } = await composeChannels(config, channels);
  const siteCheck = later<SiteCheck>();
  const app = await createHttpApp({
    logger,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    rateLimitPerMinute: config.RATE_LIMIT_API,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    webDist: config.WEB_DIST ?? null,
    returnPages: SOCIAL_PROVIDERS.map((provider) => `/api/auth/${provider}/callback`),
    sharedFiles: ['/widget.js'],
    siteCheck: siteCheck.peek,
  });
  return {
    config,
    logger,
    secretKey: loadSecretKey(config.DATA_DIR, config.SECRET_KEY),
    passwords,
    database,
    app,
    models: composeModels(config),
    knowledgeModels: composeKnowledgeModels(config),
    adapters,
    vendors,
    socialClients: composeSocial(config),
    siteCheck,
    relay: await openRelay(config, logger),
  };
}

const openRelay = async (config: Config, logger: FastifyBaseLogger): Promise<Relay | null> =>
  config.REDIS_URL
    ? startRelay({
        url: config.REDIS_URL,
        onError: (error) => logger.warn({ err: error }, 'Redis can not be reached'),
      })
    : null;

async function releaseForsaken(database: Database): Promise<void> {
  await database.system(turns.releaseAllLeases);
  await database.system(releaseDeliveries);
  await database.system(releaseAllReservations);
  await database.system(releaseWebsites);
  await database.system(releaseAllVectors);
}

/** New work first, then what runs, the database last. */
async function stopInOrder(
  {
    answering,
    realtime,
    app,
    jobs,
    knowledge,
    questionSets,
    websites,
    passwords,
    credentials,
    vendors,
    givingWay,
    database,
  }: Parts,
  workers: Workers,
  connections: ReturnType<typeof watchConnections>,
): Promise<void> {
  connections.close(STOP_MS);
  await answering.runningChats.stopAll();
  await realtime.close();
  await app.close();
  // One may have begun while the others ended.
  await answering.runningChats.stopAll();
  await workers.stop();
  givingWay.stop();
  await jobs.peek()?.stop();
  await websites.close();
  await knowledge.close();
  await questionSets.close();
  await passwords.close();
  await credentials.passwordStrength.close();
  await Promise.all([...vendors.values()].map((vendor) => vendor.close()));
  await database.close();
}

/** How this machine reaches the server, whatever host it listens on. */
function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://127.0.0.1:${port}`;
}
