import type { SystemView } from '@hanasu/contract/system';
import { addAccountRoutes, createSessionTokens } from './features/accounts/public.ts';
import { addAnsweringRoutes, createBeginChats } from './features/answering/public.ts';
import { addBillingRoutes, grantTokens } from './features/billing/public.ts';
import { addBotRoutes } from './features/bots/public.ts';
import {
  addChannelRoutes,
  addWebhookRoute,
  createReceiveWebhook,
  createSandboxes,
  enqueueText,
  requeueDeliveries,
} from './features/channels/public.ts';
import { addInboxRoutes } from './features/inbox/public.ts';
import { addInsightRoutes } from './features/insights/public.ts';
import { existingKnowledgeIds, registerKnowledgeRoutes } from './features/knowledge/public.ts';
import { addSystemRoutes } from './features/system/public.ts';
import { createImplement, type Implement } from './platform/http/implement.ts';
import { newId } from './platform/ids.ts';
import type { Parts } from './server-parts.ts';
import type { Workers } from './server-workers.ts';

/** Where vendors reach a channel; a sandbox vendor, which is in this process, gets another address. */
export type WebhookUrl = (
  accountId: string,
  channelId: string,
  options: { readonly sandbox: boolean },
) => string;

const READY_MS = 2_000;

/** Every way in: the endpoints of the contract and the vendors' webhook. */
export async function addRoutes(
  parts: Parts,
  workers: Workers,
  view: SystemView,
  webhookUrl: WebhookUrl,
): Promise<void> {
  const { app, config, database, authenticator, directory, models } = parts;
  const implement = createImplement(app, authenticator.authenticate, config.RATE_LIMIT_AUTH);
  addSystemRoutes(implement, {
    view,
    isDatabaseReady: () => answersWithin(database.ping(), READY_MS),
    areJobsReady: () => parts.jobs.peek()?.isReady() ?? false,
  });
  addAccounts(implement, parts);
  addBillingRoutes(implement, { database, serviceName: (uuid) => models.find(uuid)?.name ?? null });
  registerKnowledgeRoutes(implement, parts.knowledge);
  addBotRoutes(implement, { database, isServiceAvailable: models.available, existingKnowledgeIds });
  addAnsweringRoutes(implement, { ...parts.answering, beginChats: createBeginChats(database, models) });
  addConversations(implement, parts, workers);
  addInsightRoutes(implement, { database, startingTokens: config.STARTING_TOKENS });
  addChannelRoutes(implement, {
    database,
    adapters: parts.adapters,
    directory,
    defaultBatchingDelay: config.BATCHING_DELAY_MS,
    webhookUrl,
    sandboxes: createSandboxes(parts.vendors, directory),
  });
  await addWebhookRoute(app, createReceiveWebhook({ database, directory, onStored: workers.wakeMailbox }));
}

function addAccounts(implement: Implement, { database, config, secretKey, authenticator }: Parts): void {
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
}

function addConversations(
  implement: Implement,
  { database, announce, directory }: Parts,
  { wakeDelivery, wakeTurns }: Workers,
): void {
  addInboxRoutes(implement, {
    database,
    announce,
    enqueueDelivery: enqueueText(directory),
    retryDelivery: requeueDeliveries,
    wakeDelivery,
    wakeTurns,
  });
}

async function answersWithin(answer: Promise<void>, milliseconds: number): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
  return Promise.race([answer.then(() => true).catch(() => false), late]);
}
