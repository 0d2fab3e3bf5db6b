import type { BotId, GroupId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { ModelAccess } from '../billing/public.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import {
  addSampleKnowledge,
  existingKnowledgeIds,
  hasOwnKnowledge,
  knowledgeAddresses,
} from '../knowledge/public.ts';
import { addCuratedRoutes } from './curated/curated-answers.ts';
import type { FindCurated } from './curated/find-curated.ts';
import { addBotRoutes } from './routes.ts';
import type { BotGroupRouter } from './routing/choose-bot.ts';
import { groupsWithSegment } from './routing/groups.store.ts';
import { addGroupRoutes } from './routing/groups.ts';
import { addConfirmationRoutes } from './tools/confirmations/decide-confirmation.ts';
import { createConfirmationWorker } from './tools/confirmations/run-confirmations.ts';
import type { createToolFeature } from './tools/create-tool-feature.ts';
import { addN8nRoutes } from './tools/n8n/connection.ts';
import { addToolRoutes } from './tools/routes.ts';
import { addToolRunRoute, deleteOldRuns } from './tools/tool-runs.ts';

interface Context {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly tools: ReturnType<typeof createToolFeature>;
  readonly notifyWorker: (name: WorkerName) => void;
}

interface HttpContext extends Context {
  /** Takes a deleted bot or group from its channels. */
  readonly releaseChannelsOf: (
    transaction: AccountTransaction,
    answerer: { readonly botId: BotId } | { readonly groupId: GroupId },
  ) => Promise<void>;
  readonly models: ModelAccess;
  readonly knowledge: Parameters<typeof addSampleKnowledge>[0];
  readonly answering: { readonly curated: FindCurated; readonly router: BotGroupRouter };
}

const notifyTurns =
  ({ notifyWorker }: Context) =>
  (): void => {
    notifyWorker('turns');
    notifyWorker('chats');
  };

export const botsFeature = defineFeature<
  HttpContext,
  Context & { readonly onError: (error: unknown) => void },
  Context
>({
  name: 'bots',
  findSegmentUses: async (transaction, id) =>
    (await groupsWithSegment(transaction, id)).map(({ name }) => ({ kind: 'botGroup', name })),
  routes(implement, context) {
    const { database, models, knowledge, answering, tools, publishConversationUpdate } = context;
    addBotRoutes(implement, {
      database,
      isServiceAvailable: async (transaction, uuid) =>
        (await models.of(transaction.accountId, transaction)).available(uuid),
      existingKnowledgeIds,
      knowledgeAddresses,
      hasOwnKnowledge,
      addSampleKnowledge: (accountId, text) => addSampleKnowledge(knowledge, accountId, text),
      releaseChannels: (transaction, botId) => context.releaseChannelsOf(transaction, { botId }),
    });
    addCuratedRoutes(implement, { database, find: answering.curated });
    addGroupRoutes(implement, {
      database,
      router: answering.router,
      releaseChannels: (transaction, groupId) => context.releaseChannelsOf(transaction, { groupId }),
      async canRoute(transaction, uuid) {
        const own = await models.of(transaction.accountId, transaction);
        return own.available(uuid) && own.find(uuid)?.provider !== 'builtin';
      },
    });
    addToolRoutes(implement, tools);
    addN8nRoutes(implement, tools);
    addToolRunRoute(implement, database);
    addConfirmationRoutes(implement, {
      database,
      publishConversationUpdate,
      notifyTurns: notifyTurns(context),
      notifyConfirmations: () => context.notifyWorker('confirmations'),
    });
  },
  workers(context) {
    const { tools, publishConversationUpdate, onError } = context;
    return [
      createConfirmationWorker({
        ...tools,
        publishConversationUpdate,
        notifyTurns: notifyTurns(context),
        onError,
      }),
    ];
  },
  jobs: ({ database }) => [
    scheduledJob('delete-old-tool-runs', HOURLY, () => database.system(deleteOldRuns)),
  ],
});
