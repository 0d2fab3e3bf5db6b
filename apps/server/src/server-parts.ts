import { join } from 'node:path';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import type { AccountId, ChannelId, KnowledgeId } from '@hanasu/contract/ids';
import type { SocialProvider } from '@hanasu/contract/social';
import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createFindAccountSecrets } from './account-secrets.ts';
import type { Config } from './config.ts';
import {
  type Authenticator,
  createAuthenticator,
  createSetupCode,
  credentials as credentialTools,
  emailKey,
} from './features/accounts/public.ts';
import {
  createCompleteTurns,
  createRunningChats,
  createStartTurns,
  createStreamJournal,
} from './features/answering/public.ts';
import { createApiKeyAuthenticator, createApiKeyGate } from './features/api-keys/public.ts';
import { createRooms, createStorage } from './features/billing/public.ts';
import {
  createFindCurated,
  createFindLinkHosts,
  createGroupRouter,
  createToolFeature,
} from './features/bots/public.ts';
import { type ChannelAdapters, createChannelDirectory } from './features/channels/public.ts';
import { createQuestionSetFeature } from './features/evaluation/public.ts';
import type { ManifestOf } from './features/inbox/public.ts';
import {
  createAddAnswer,
  createKnowledgeFeature,
  createPictureReader,
  createTranslator,
  createWebsitesFeature,
  selectSiteUrls,
} from './features/knowledge/public.ts';
import { hostSecrets } from './host-secrets.ts';
import type { PasswordHasher } from './platform/crypto/password-hasher.ts';
import { createSecretBox } from './platform/crypto/secret-box.ts';
import type { SecretKeys } from './platform/crypto/secret-keys.ts';
import type { Database } from './platform/database/database.ts';
import { createDiskSpace } from './platform/files/disk-space.ts';
import { createDiskFileStore } from './platform/files/file-store.ts';
import { createReservedFileStore } from './platform/files/reserved-file-store.ts';
import type { SiteCheck } from './platform/http/http-app.ts';
import type { GivingWay } from './platform/jobs/giving-way.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { createMail } from './platform/mail/create-mail.ts';
import { createMailSender } from './platform/mail/send-mails.ts';
import { createGuardedFetch } from './platform/net/guarded-fetch.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import type { Relay } from './platform/realtime/relay.ts';
import type { SocialClient } from './platform/social/provider.ts';
import type { Tellers } from './server-tellers.ts';
import type { WakeName } from './server-workers.ts';

/** What exists before there are features. */
export interface Foundation {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly secretKeys: SecretKeys;
  readonly passwords: PasswordHasher;
  readonly database: Database;
  readonly models: ModelRegistry;
  readonly knowledgeModels: KnowledgeModels;
  readonly adapters: ChannelAdapters;
  readonly vendors: ReadonlyMap<string, SandboxVendor>;
  readonly socialClients: ReadonlyMap<SocialProvider, SocialClient>;
  readonly authenticator: Authenticator;
  readonly realtime: Realtime;
  /** To other threads, and processes on the same database; null: there are none. */
  readonly relay: Relay | null;
  readonly manifestOf: ManifestOf;
  readonly onError: (error: unknown) => void;
  /** Who does what `wake` is for. */
  readonly waker: Later<(name: WakeName) => void>;
  readonly tellers: Tellers;
  /** To webhooks that wait for being accepted. */
  readonly givingWay: GivingWay;
}

/** What the server's own thread has besides. */
export interface ServerFoundation extends Foundation {
  readonly app: FastifyInstance;
  readonly siteCheck: Later<SiteCheck>;
  /** Opens the mails that were not sent; null: a mail server is set. */
  readonly outboxCode: string | null;
}

/** What features share: they don't know each other but by what is handed to them here. */
export type Parts = EngineParts & ServerFoundation;
export type EngineParts = ReturnType<typeof createParts>;

/** A thing that starts later than those who may already hold it. */
export interface Later<T> {
  set(value: T): void;
  /** Null until it is set. */
  peek(): T | null;
}

export function later<T>(): Later<T> {
  let held: T | null = null;
  return {
    set: (value) => {
      held = value;
    },
    peek: () => held,
  };
}

export const createAuthentication = (database: Database, secretKeys: SecretKeys): Authenticator =>
  createAuthenticator(database, secretKeys, database.now);

/** What a kind of channel can do, be it connected for real or tried. */
export const manifestsOf =
  (adapters: ChannelAdapters): ManifestOf =>
  (kind) =>
    (adapters.find(kind, { sandbox: false }) ?? adapters.find(kind, { sandbox: true }))?.manifest ?? null;

export function createParts(foundation: Foundation) {
  const { config, logger, secretKeys, database, models, adapters, realtime, relay, onError } = foundation;
  const { tellers, waker } = foundation;
  const jobs = later<Jobs>();
  const wake = (name: WakeName): void => waker.peek()?.(name);
  const filesFolder = join(config.DATA_DIR, 'files');
  const disk = createDiskSpace({
    folders: [config.DATA_DIR, filesFolder],
    warnBytes: config.DISK_WARN_BYTES,
    reserveBytes: config.DISK_RESERVE_BYTES,
  });
  const files = createReservedFileStore(createDiskFileStore(filesFolder), disk);
  const storage = createStorage({ database, quotaBytes: config.ACCOUNT_STORAGE_BYTES, disk });
  const box = createSecretBox(secretKeys);
  const credentials = credentialTools.createCredentialTools(secretKeys, database.now);
  const mail = createMail({ hasServer: config.SMTP_URL !== undefined });
  const mailSender = config.SMTP_URL
    ? createMailSender({ database, smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, log: logger })
    : null;
  const onModelFailure = (failure: object) => logger.warn(failure, 'model failed');
  const translate = createTranslator({ database, models, onModelFailure });
  const afterChange = later<(accountId: AccountId, knowledgeId: KnowledgeId) => Promise<unknown>>();
  const { requireQuota } = storage;
  const knowledge = createKnowledgeFeature({
    requireQuota,
    onKnowledgeChanged: async (accountId, knowledgeId) => {
      await afterChange.peek()?.(accountId, knowledgeId);
    },
    ...(translate && { translate }),
    database,
    files,
    jobs: () => started(jobs),
    realtime,
    log: logger,
    knowledgeModels: foundation.knowledgeModels,
    readPictures: createPictureReader({ database, models, onModelFailure }),
    config: {
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      vectorCacheBytes: config.VECTOR_CACHE_BYTES,
      mayUsePgvector: config.VECTOR_STORE === 'auto',
    },
  });
  const websites = createWebsitesFeature({
    knowledge,
    publicUrl: config.publicUrl,
    allowPrivate: config.ALLOW_PRIVATE_ADDRESSES,
    pauseMs: config.CRAWL_PAUSE_MS,
    wake: () => wake('crawler'),
  });
  const questionSets = createQuestionSetFeature({
    database,
    jobs: () => started(jobs),
    realtime,
    log: logger,
    models,
    search: knowledge.searchKnowledge,
    addAnswer: createAddAnswer(knowledge),
  });
  afterChange.set((accountId, knowledgeId) => questionSets.runAllSets(accountId, knowledgeId, 'settings'));
  const allowPrivate = config.ALLOW_PRIVATE_ADDRESSES;
  const guardedFetch = createGuardedFetch({ allowPrivate });
  const tools = createToolFeature({ database, box, guardedFetch, allowPrivate });
  const answering = {
    now: () => new Date(database.now()),
    models,
    search: knowledge.searchKnowledge,
    tools: tools.toolBox,
    settleConfirmations: tools.settleConfirmations,
    curated: createFindCurated(database),
    linkHosts: createFindLinkHosts({ database, findSiteUrls: selectSiteUrls }),
    secrets: hostSecrets(config, secretKeys),
    accountSecrets: createFindAccountSecrets(database, box),
    onToolFailure: (failure: object) => logger.warn(failure, 'tool failed'),
    timeouts: {
      firstTokenMs: config.MODEL_FIRST_TOKEN_MS,
      idleMs: config.MODEL_IDLE_MS,
      totalMs: config.MODEL_TOTAL_MS,
    },
    onModelFailure,
    router: createGroupRouter({ database, models, confidences: knowledge.bestConfidences, onModelFailure }),
    rooms: createRooms(database, onError),
    beginChats: createStartTurns(database, models),
    finishTurns: createCompleteTurns(database),
    runningChats: createRunningChats({ database, journal: createStreamJournal(database, onError), onError }),
    onError,
    database,
    files,
    announce: tellers.announce,
  };
  const directory = createChannelDirectory(database, adapters, box, {
    onCallsDropped: (dropped) => logger.warn(dropped, 'calls are missing from the delivery log'),
    recoveryFolder: join(config.DATA_DIR, 'renewed-access'),
    onTrouble: tellers.tellTrouble,
    onForgotten: (id) => relay?.tell({ kind: 'changed', what: 'channel', id }),
    onError,
  });
  relay?.onTold((told) => {
    if (told.kind === 'changed' && told.what === 'channel') directory.heardOfChange(told.id as ChannelId);
  });
  const apiKeys = createApiKeyAuthenticator(database, database.now);
  const limits = { perKey: config.RATE_LIMIT_KEY, wrongPerAddress: config.RATE_LIMIT_AUTH };
  return {
    ...foundation,
    ...tellers,
    jobs,
    wake,
    registration: {
      mode: config.REGISTRATION,
      setupCode: createSetupCode(),
      adminEmails: config.ADMIN_EMAILS.map(emailKey),
    },
    apiKeys,
    gate: createApiKeyGate(apiKeys, limits, database.now),
    files,
    disk,
    storage,
    box,
    mail,
    mailSender,
    credentials,
    knowledge,
    websites,
    questionSets,
    tools,
    answering,
    directory,
  };
}

function started(jobs: Later<Jobs>): Jobs {
  const running = jobs.peek();
  if (!running) throw new Error('the jobs have not started yet');
  return running;
}
