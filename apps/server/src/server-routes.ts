import type { UserId } from '@hanasu/contract/ids';
import {
  addAccountRoutes,
  addTeamRoutes,
  hasPeople,
  isProvenAdministrator,
} from './features/accounts/public.ts';
import { addAnsweringRoutes, createSuggest } from './features/answering/public.ts';
import { createKnowledgeKeys } from './features/api-keys/public.ts';
import { addSettingsRoutes, askSatisfaction, enqueueParts } from './features/automations/public.ts';
import { addBillingRoutes } from './features/billing/public.ts';
import {
  addBotRoutes,
  addConfirmationRoutes,
  addCuratedRoutes,
  addGroupRoutes,
  addToolRoutes,
} from './features/bots/public.ts';
import {
  addChannelRoutes,
  addWebhookRoute,
  channelRelease,
  createReceiveWebhook,
  createSandboxes,
  deleteChannel,
  mayPush,
  requeueDeliveries,
  type WebhookUrl,
} from './features/channels/public.ts';
import { addFriendRoutes } from './features/contacts/public.ts';
import {
  addChatRoutes,
  addMediaFileRoute,
  addMediaRoutes,
  addPictureRoute,
  outgoingFile,
} from './features/conversations/public.ts';
import { addQuestionSetRoutes } from './features/evaluation/public.ts';
import { addInboxRoutes } from './features/inbox/public.ts';
import { addInsightRoutes } from './features/insights/public.ts';
import {
  addTextKnowledge,
  addWebsiteRoutes,
  existingKnowledgeIds,
  registerKnowledgeRoutes,
  selectSiteUrls,
} from './features/knowledge/public.ts';
import { addChannelLogRoutes } from './features/messaging/public.ts';
import { addNotifyRoutes } from './features/notifications/public.ts';
import { addPrivacyRoutes } from './features/privacy/public.ts';
import { addAdminRoutes, addSystemRoutes, type SystemDependencies } from './features/system/public.ts';
import { answersWithin } from './platform/database/watch-database.ts';
import { createImplement, type Implement } from './platform/http/implement.ts';
import { createGuardedFetch } from './platform/net/guarded-fetch.ts';
import { addForDevelopers } from './server-developers.ts';
import type { Parts } from './server-parts.ts';
import { accountsOf, notifyWaysOf, privacyOf } from './server-shares.ts';
import { addForVisitors } from './server-visitors.ts';

const READY_MS = 2_000;
/** Of somebody's picture, as a vendor has it. */
const PICTURE_BYTES = 2 * 1024 * 1024;
const PICTURE_MS = 10_000;

export interface RouteOptions
  extends Pick<SystemDependencies, 'view' | 'isHealthy' | 'isWorkerReady' | 'details'> {
  readonly webhookUrl: WebhookUrl;
}

/** Every way in: the endpoints of the contract and the vendors' webhook. */
export async function addRoutes(
  parts: Parts,
  { view, webhookUrl, isHealthy, isWorkerReady, details }: RouteOptions,
): Promise<void> {
  const { app, config, database, authenticator, directory, models } = parts;
  const isAdministrator = ({ userId }: { readonly userId: UserId }): Promise<boolean> =>
    database.system((transaction) =>
      isProvenAdministrator(transaction, userId, parts.registration.adminEmails),
    );
  const implement = createImplement(app, {
    authenticate: authenticator.authenticate,
    authRateLimit: config.RATE_LIMIT_AUTH,
    more: {
      authenticateKey: createKnowledgeKeys(parts.gate),
      isConfirmed: authenticator.isConfirmed,
      isAdministrator,
    },
  });
  addSystemRoutes(implement, {
    view,
    registration: parts.registration.mode,
    hasPeople: () => database.system(hasPeople),
    database,
    outboxCode: parts.outboxCode,
    isDatabaseReady: () => answersWithin(database.ping(), READY_MS),
    isHealthy,
    isWorkerReady,
    details,
    disk: parts.disk,
    areJobsReady: () => parts.jobs.peek()?.isReady() ?? false,
  });
  addAccounts(implement, parts);
  addBillingRoutes(implement, { database, serviceName: nameOfModel(parts) });
  registerKnowledgeRoutes(implement, parts.knowledge);
  addWebsiteRoutes(implement, parts.websites);
  addQuestionSetRoutes(implement, parts.questionSets);
  addBotRoutes(implement, {
    database,
    isServiceAvailable: models.available,
    existingKnowledgeIds,
    findSiteUrls: selectSiteUrls,
    addTextKnowledge: (accountId, text) => addTextKnowledge(parts.knowledge, accountId, text),
    releaseChannels: channelRelease.releaseBot,
  });
  addCuratedRoutes(implement, { database, find: parts.answering.curated });
  addGroupRoutes(implement, {
    database,
    router: parts.answering.router,
    releaseChannels: channelRelease.releaseGroup,
    canRoute: (uuid) => models.available(uuid) && models.find(uuid)?.provider !== 'builtin',
  });
  addToolRoutes(implement, parts.tools);
  addConfirmationRoutes(implement, {
    database,
    announce: parts.announce,
    wakeTurns: () => {
      parts.wake('turns');
      parts.wake('chats');
    },
    wakeConfirmations: () => parts.wake('confirmations'),
  });
  addAnsweringRoutes(implement, parts.answering);
  addChatRoutes(implement, { ...parts, requireQuota: parts.storage.requireQuota });
  addConversations(implement, parts);
  addMediaRoutes(implement, {
    ...parts,
    requireQuota: parts.storage.requireQuota,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
  });
  addMediaFileRoute(app, parts);
  addPictureRoute(app, {
    database,
    askForPicture: createGuardedFetch({
      allowPrivate: config.ALLOW_PRIVATE_ADDRESSES,
      maxBytes: PICTURE_BYTES,
      timeoutMs: PICTURE_MS,
    }),
  });
  addFriendRoutes(implement, { ...parts, wakeSyncs: () => parts.wake('syncs') });
  addNotifyRoutes(implement, {
    ...notifyWaysOf(parts),
    mail: parts.mail,
    hasMailServer: config.SMTP_URL !== undefined,
    realtime: parts.realtime,
    allowPrivate: config.ALLOW_PRIVATE_ADDRESSES,
    manifestOf: parts.manifestOf,
    forget: parts.peopleChanged,
  });
  await addForDevelopers(implement, parts, view.version);
  addForVisitors(implement, parts);
  addInsightRoutes(implement, { database, startingTokens: config.STARTING_TOKENS, storage: parts.storage });
  addChannelRoutes(implement, {
    database,
    adapters: parts.adapters,
    directory,
    box: parts.box,
    publicUrl: config.publicUrl,
    defaultBatchingDelay: config.BATCHING_DELAY_MS,
    webhookUrl,
    sandboxes: createSandboxes(parts.vendors, directory),
  });
  addSettingsRoutes(implement, { database, directory });
  addChannelLogRoutes(implement, {
    database,
    announce: parts.announce,
    wakeMailbox: () => parts.wake('mailbox'),
    wakeDelivery: () => parts.wake('delivery'),
  });
  const receiveWebhook = createReceiveWebhook({
    database,
    directory,
    onStored: () => parts.wake('mailbox'),
    onTrouble: parts.tellTrouble,
    onSecretWrong: (channel) =>
      parts.logger.warn(channel, 'the secret of a webhook is wrong; its calls are refused'),
    onError: (error) => parts.logger.error(error),
    onUnsigned: (dropped) => parts.logger.warn(dropped, 'unsigned calls of a webhook were dropped'),
    onRefused: (refused) => parts.logger.warn(refused, 'calls to the webhook of an app were refused'),
  });
  await addWebhookRoute(app, receiveWebhook, parts.givingWay);
}

/** Models that answer and models that compare texts stand in one ledger. */
const nameOfModel =
  ({ models, knowledgeModels }: Pick<Parts, 'models' | 'knowledgeModels'>) =>
  (uuid: string): string | null =>
    models.find(uuid)?.name ?? knowledgeModels.list().find((model) => model.uuid === uuid)?.name ?? null;

/** People, their sessions, the accounts they share, and what they may take with them. */
function addAccounts(implement: Implement, parts: Parts): void {
  const dependencies = accountsOf(parts);
  addAccountRoutes(implement, dependencies, parts.app);
  const { database, directory } = parts;
  addTeamRoutes(implement, {
    ...dependencies,
    forgetHooks: parts.hooksChanged,
    disconnectChannel: (actor, id) => deleteChannel({ database, directory }, actor, id),
  });
  addPrivacyRoutes(implement, privacyOf(parts));
  addAdminRoutes(implement, { ...dependencies, retryDelivery: requeueDeliveries, wake: parts.wake });
}

function addConversations(
  implement: Implement,
  {
    database,
    announce,
    directory,
    realtime,
    manifestOf,
    answering,
    models,
    tellInbox,
    wake,
    files,
    config,
  }: Parts,
): void {
  addInboxRoutes(implement, {
    database,
    announce,
    realtime,
    manifestOf,
    suggest: createSuggest(answering),
    models,
    onModelFailure: answering.onModelFailure,
    tell: tellInbox,
    mayPush: mayPush,
    outgoingMedia: (...which) => outgoingFile({ database, files, publicUrl: config.publicUrl }, ...which),
    enqueueDelivery: enqueueParts(directory),
    retryDelivery: requeueDeliveries,
    askSatisfaction: askSatisfaction(directory),
    wakeDelivery: () => wake('delivery'),
    wakeTurns: () => wake('turns'),
  });
}
