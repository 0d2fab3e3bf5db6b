import { join } from 'node:path';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import type { AccountId, ChannelId, ConversationId, KnowledgeId } from '@hanasu/contract/ids';
import type { SocialProvider } from '@hanasu/contract/social';
import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { FastifyBaseLogger } from 'fastify';
import {
  type AccountsDependencies,
  type Authenticator,
  createAccounts,
  createAuthenticator,
} from '../features/accounts/public.ts';
import {
  createCompleteTurns,
  createRunningChats,
  createStartTurns,
  createStreamJournal,
} from '../features/answering/public.ts';
import type { ApiKeyAuthenticator } from '../features/api-keys/public.ts';
import {
  createApiKeyAuthenticator,
  createApiKeyGate,
  handOverKeys,
  revokeAllKeys,
  revokeKeysOf,
} from '../features/api-keys/public.ts';
import { createModelAccess, createRooms, createStorage, tokenLots } from '../features/billing/public.ts';
import {
  createFindCurated,
  createFindLinkHosts,
  createGroupRouter,
  createToolFeature,
} from '../features/bots/public.ts';
import {
  type ChannelAdapters,
  createChannelDirectory,
  leftChannels,
  sealedAccess,
} from '../features/channels/public.ts';
import type { SavedSegments } from '../features/contacts/public.ts';
import {
  personalData as chatData,
  createKeptMedia,
  type PublishConversationUpdate,
} from '../features/conversations/public.ts';
import { createQuestionSetFeature } from '../features/evaluation/public.ts';
import {
  createFormBubbles,
  createFormTalk,
  createFormTokens,
  createFormTools,
} from '../features/forms/public.ts';
import type { ManifestOf } from '../features/inbox/public.ts';
import {
  createAddAnswer,
  createKnowledgeFeature,
  createPictureReader,
  createTranslator,
  createWebsitesFeature,
  knowledgeAddresses,
} from '../features/knowledge/public.ts';
import { createMessageComposer } from '../features/message-templates/public.ts';
import { deleteNotifications } from '../features/notifications/public.ts';
import { cancelExports } from '../features/privacy/public.ts';
import { createRichMessageBubbles } from '../features/rich-menus/public.ts';
import { createNewsForVisitors, forgetIdentities } from '../features/web-chat/public.ts';
import { deleteAllHooks, deleteHooksOf, handOverHooks } from '../features/webhooks/public.ts';
import type { PasswordHasher } from '../platform/crypto/password-hasher.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { createSecretBox } from '../platform/crypto/secret-box.ts';
import type { SecretKeys } from '../platform/crypto/secret-keys.ts';
import type { Database } from '../platform/database/database.ts';
import { createDiskSpace, createReservedFileStore } from '../platform/files/disk-space.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { createDiskFileStore } from '../platform/files/file-store.ts';
import { newId } from '../platform/ids.ts';
import { createMail } from '../platform/mail/create-mail.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { createMailSender } from '../platform/mail/send-mails.ts';
import { createGuardedFetch } from '../platform/net/guarded-fetch.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import type { Relay } from '../platform/realtime/relay.ts';
import type { SocialClient } from '../platform/social/provider.ts';
import type { BackgroundThrottle } from '../platform/workers/background-throttle.ts';
import { createJobs } from '../platform/workers/jobs.ts';
import type { WorkerName } from '../platform/workers/worker-registry.ts';
import type { Config } from './config.ts';
import type { AppEvents } from './events.ts';
import { providerUrlsOf } from './models.ts';
import { composePayments } from './payments.ts';
import { createFindAccountSecrets, hostSecrets } from './secrets.ts';

export interface Foundation {
  readonly version: string;
  readonly databaseUrl: string;
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
  /** The saved segments of customers; what they can ask is known once all features are. */
  readonly segments: SavedSegments;
  readonly onError: (error: unknown) => void;
  /** There may be something to do for this worker, which runs here or in another thread. */
  readonly notifyWorker: (name: WorkerName, inMs?: number) => void;
  /** False: jobs are queued here and done elsewhere. */
  readonly works: boolean;
  readonly events: AppEvents;
  /** To webhooks that wait for being accepted. */
  readonly backgroundThrottle: BackgroundThrottle;
}

/** What features are handed: they don't know each other but by `public.ts` and by what is put together here. */
export type AppContext = Awaited<ReturnType<typeof createContext>>;

export const createAuthentication = (database: Database, secretKeys: SecretKeys): Authenticator =>
  createAuthenticator(database, secretKeys, database.now);

export const manifestsOf =
  (adapters: ChannelAdapters): ManifestOf =>
  (kind) =>
    (adapters.find(kind, { sandbox: false }) ?? adapters.find(kind, { sandbox: true }))?.manifest ?? null;

/** Longer than any call of a tool takes: each kind has its own time-out. */
const TOOL_CALL_MS = 35_000;
/** Longer than any answer takes. */
const MODEL_ANSWER_MS = 150_000;
const MODEL_ANSWER_BYTES = 32 * 1024 * 1024;

export async function createContext(foundation: Foundation) {
  const { config, logger, secretKeys, database, adapters, realtime, relay, onError } = foundation;
  const { events, notifyWorker, works } = foundation;
  const jobs = createJobs({ url: foundation.databaseUrl, works, onError });
  const filesFolder = join(config.DATA_DIR, 'files');
  const disk = createDiskSpace({
    folders: [config.DATA_DIR, filesFolder],
    warnBytes: config.DISK_WARN_BYTES,
    reserveBytes: config.DISK_RESERVE_BYTES,
  });
  const files = createReservedFileStore(createDiskFileStore(filesFolder), disk);
  const storage = createStorage({ database, quotaBytes: config.ACCOUNT_STORAGE_BYTES, disk });
  const box = createSecretBox(secretKeys);
  const mail = createMail({ hasServer: config.SMTP_URL !== undefined });
  const mailSender = config.SMTP_URL
    ? createMailSender({ database, smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, log: logger })
    : null;
  const onModelFailure = (failure: object) => logger.warn(failure, 'model failed');
  const modelAccess = {
    database,
    box,
    hostModels: foundation.models,
    providerUrls: providerUrlsOf(config),
    askModels: createGuardedFetch({
      privateHosts: config.ALLOW_PRIVATE_HOSTS,
      maxBytes: MODEL_ANSWER_BYTES,
      timeoutMs: MODEL_ANSWER_MS,
    }),
    onForgotten: (id: AccountId) => relay?.tell({ kind: 'changed', what: 'model-keys', id }),
    onError,
  };
  const models = createModelAccess(modelAccess);
  /** Called after the settings or the documents of a base have changed. */
  const knowledgeListeners: ((accountId: AccountId, knowledgeId: KnowledgeId) => Promise<unknown>)[] = [];
  const { requireQuota } = storage;
  const knowledge = createKnowledgeFeature({
    requireQuota,
    onKnowledgeChanged: async (accountId, knowledgeId) => {
      for (const listener of knowledgeListeners) await listener(accountId, knowledgeId);
    },
    translate: createTranslator({ database, models, onModelFailure }),
    database,
    files,
    jobs: () => jobs,
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
    privateHosts: config.ALLOW_PRIVATE_HOSTS,
    pauseMs: config.CRAWL_PAUSE_MS,
    notify: () => notifyWorker('crawler'),
  });
  const questionSets = createQuestionSetFeature({
    database,
    jobs: () => jobs,
    realtime,
    log: logger,
    models,
    search: knowledge.searchKnowledge,
    addAnswer: createAddAnswer(knowledge),
  });
  knowledgeListeners.push((accountId, knowledgeId) =>
    questionSets.runAllSets(accountId, knowledgeId, 'settings'),
  );
  const privateHosts = config.ALLOW_PRIVATE_HOSTS;
  const guardedFetch = createGuardedFetch({ privateHosts, timeoutMs: TOOL_CALL_MS });
  const formLinks = { tokens: createFormTokens(secretKeys), publicUrl: config.publicUrl };
  const formTools = createFormTools({ database, ...formLinks });
  const tools = createToolFeature({ database, box, guardedFetch, privateHosts, forms: formTools, onError });
  const newsForVisitors = createNewsForVisitors((id) =>
    relay?.tell({ kind: 'changed', what: 'said to visitor', id }),
  );
  const publishConversationUpdate: PublishConversationUpdate = (...announced) => {
    const [, action, conversationId] = announced;
    events.publishConversationUpdate(...announced);
    if (action === 'operator_chat') newsForVisitors.tell(conversationId);
  };
  const answering = {
    now: () => new Date(database.now()),
    models,
    search: knowledge.searchKnowledge,
    tools: tools.toolBox,
    settleConfirmations: tools.settleConfirmations,
    startForm: formTools.start,
    curated: createFindCurated(database),
    linkHosts: createFindLinkHosts({ database, addresses: knowledgeAddresses }),
    secrets: hostSecrets(config, secretKeys),
    accountSecrets: createFindAccountSecrets(database, box),
    onToolFailure: (failure: object) => logger.warn(failure, 'tool failed'),
    timeouts: {
      firstTokenMs: config.MODEL_FIRST_TOKEN_MS,
      idleMs: config.MODEL_IDLE_MS,
      totalMs: config.MODEL_TOTAL_MS,
    },
    onModelFailure,
    router: createGroupRouter({
      database,
      models,
      segments: foundation.segments,
      confidences: knowledge.bestConfidences,
      onModelFailure,
    }),
    rooms: createRooms(database, onError),
    startTurns: createStartTurns(database, models),
    completeTurns: createCompleteTurns(database),
    runningChats: createRunningChats({ database, journal: createStreamJournal(database, onError), onError }),
    onError,
    database,
    files,
    publishConversationUpdate,
  };
  const formTalk = createFormTalk({
    ...formLinks,
    realtime,
    ...{ notify: () => notifyWorker('notifications'), notifyFiles: () => notifyWorker('form-files') },
  });
  const directory = createChannelDirectory(database, adapters, box, {
    onCallsDropped: (dropped) => logger.warn(dropped, 'calls are missing from the delivery log'),
    recoveryFolder: sealedAccess.folderOf(config.DATA_DIR),
    onTrouble: events.publishChannelTrouble,
    onForgotten: (id) => relay?.tell({ kind: 'changed', what: 'channel', id }),
    onError,
  });
  const keptMedia = createKeptMedia({ database, files, requireQuota });
  const forms = createFormBubbles({ ...formLinks, directory });
  const sources = { forms, ...createRichMessageBubbles(keptMedia) };
  const composer = createMessageComposer({ keptMedia, adapters, publicUrl: config.publicUrl, sources });
  relay?.onTold((told) => {
    if (told.kind !== 'changed') return;
    if (told.what === 'model-keys') models.forget(told.id as AccountId);
    if (told.what === 'channel') directory.heardOfChange(told.id as ChannelId);
    if (told.what === 'said to visitor') newsForVisitors.hear(told.id as ConversationId);
  });
  const payments = await composePayments(config, { database, secretKeys, notifyWorker });
  const apiKeys = createApiKeyAuthenticator(database, database.now);
  const limits = { perKey: config.RATE_LIMIT_KEY, wrongPerAddress: config.RATE_LIMIT_AUTH };
  return {
    ...foundation,
    ...events,
    publishConversationUpdate,
    newsForVisitors,
    models,
    modelAccess,
    jobs,
    accounts: accountsOf({ ...foundation, mail, files, box, apiKeys }),
    apiKeys,
    gate: createApiKeyGate(apiKeys, limits, database.now),
    files,
    disk,
    storage,
    box,
    mail,
    mailSender,
    knowledge,
    websites,
    questionSets,
    tools,
    answering,
    directory,
    formTalk,
    keptMedia,
    composer,
    payments,
  };
}

/** What members make in features above `accounts`. */
export const MEMBER_BELONGINGS: AccountsDependencies['belongings'] = {
  apiKeys: { handOver: handOverKeys, end: revokeKeysOf },
  webHooks: { handOver: handOverHooks, end: deleteHooksOf },
  channels: leftChannels,
};

interface AccountsParts extends Foundation {
  readonly mail: Mail;
  readonly files: FileStore;
  readonly box: SecretBox;
  readonly apiKeys: ApiKeyAuthenticator;
}

/** Of people and their sessions. */
const accountsOf = ({
  database,
  config,
  secretKeys,
  authenticator,
  realtime,
  mail,
  passwords,
  files,
  box,
  socialClients,
  logger,
  apiKeys,
}: AccountsParts): AccountsDependencies =>
  createAccounts({
    database,
    secretKeys,
    passwords,
    registrationsPerHour: config.RATE_LIMIT_REGISTER,
    registration: { mode: config.REGISTRATION, adminEmails: config.ADMIN_EMAILS },
    startingTokens: config.STARTING_TOKENS,
    grantTokens: (transaction, accountId, tokens) =>
      tokenLots.grantTokens(transaction, { accountId, id: newId(), tokens }),
    mail,
    files,
    box,
    authenticate: authenticator.authenticate,
    ended: {
      session(id) {
        authenticator.forgetSession(id);
        realtime.dropSession(id);
      },
      user(id) {
        authenticator.forgetUser(id);
        apiKeys.forgetPerson(id);
        realtime.recheckUser(id);
      },
    },
    social: {
      clients: socialClients,
      onFailure: (failure) => logger.warn(failure, 'sign-in with a provider failed'),
    },
    publicUrl: config.publicUrl,
    sessionDays: config.SESSION_DAYS,
    termsVersion: config.TERMS_VERSION,
    defaultLocale: 'en',
    belongings: MEMBER_BELONGINGS,
    async endKeys(...whose) {
      await revokeAllKeys(...whose);
      await deleteAllHooks(...whose);
    },
    async endShares(transaction, userId, accountIds) {
      await chatData.deleteShares(transaction, userId, accountIds);
      await leftChannels.endGrants(transaction, userId, accountIds);
      await deleteNotifications(transaction, userId, accountIds);
      await forgetIdentities(transaction, accountIds);
      await cancelExports(transaction, accountIds);
    },
  });

export async function closeContext(context: AppContext): Promise<void> {
  context.backgroundThrottle.stop();
  await context.jobs.stop();
  await context.websites.close();
  await context.knowledge.close();
  await context.questionSets.close();
  await context.directory.drain();
  await context.passwords.close();
}
