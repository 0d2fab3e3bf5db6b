import type { AccountTransaction } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { createStaffMessages } from '../automations/public.ts';
import { type ChannelDirectory, requeueDeliveries } from '../channels/public.ts';
import { type KeptMediaStore, mediaFiles, type PublishConversationEvent } from '../conversations/public.ts';
import { type MessageComposer, secureForm } from '../message-templates/public.ts';
import { findMediaInCanned } from './canned-replies.ts';
import { conversationActions } from './change-conversations.ts';
import type { InboxDependencies } from './dependencies.ts';
import { createTimeKeeper, GONE_EVERY_MS, type InboxWorkerDependencies } from './inbox-workers.ts';
import { NEXT_INBOX_DUE } from './operators.store.ts';
import type { WriterDependencies } from './rewrite-text.ts';
import { addInboxRoutes } from './routes.ts';
import { sendMessageAction } from './send-template.ts';

interface HttpContext
  extends Pick<
    InboxDependencies,
    'database' | 'publishConversationUpdate' | 'realtime' | 'manifestOf' | 'segments'
  > {
  readonly directory: ChannelDirectory;
  readonly files: FileStore;
  readonly keptMedia: Pick<KeptMediaStore, 'copyToSend'>;
  readonly config: { readonly publicUrl: string };
  readonly models: WriterDependencies['models'];
  readonly answering: Pick<WriterDependencies, 'onModelFailure'>;
  readonly composer: MessageComposer;
  readonly suggestAnswer: InboxDependencies['suggest'];
  readonly publishInboxEvent: PublishConversationEvent;
  readonly notifyWorker: (name: WorkerName) => void;
}

interface WorkContext
  extends Pick<InboxWorkerDependencies, 'database' | 'publishConversationUpdate' | 'realtime' | 'onError'> {
  readonly publishInboxEvent: PublishConversationEvent;
}

export const inboxFeature = defineFeature<
  HttpContext,
  WorkContext,
  Pick<
    HttpContext,
    'publishConversationUpdate' | 'publishInboxEvent' | 'directory' | 'composer' | 'notifyWorker'
  >
>({
  name: 'inbox',
  actions({ publishConversationUpdate, publishInboxEvent, directory, composer, notifyWorker }) {
    const { askSatisfaction, sendOwn } = createStaffMessages(directory);
    const notifyDelivery = () => notifyWorker('outbox');
    return [
      ...conversationActions({
        publishConversationUpdate,
        publishInboxEvent,
        askSatisfaction,
        notifyDelivery,
        notifyTurns: () => notifyWorker('turns'),
      }),
      sendMessageAction({ composer, sendOwn, notifyDelivery, publishConversationUpdate }),
    ];
  },
  findMediaUses: findMediaInCanned,
  routes(implement, context) {
    const { database, files, config, directory, answering, notifyWorker } = context;
    addInboxRoutes(implement, {
      ...createStaffMessages(directory),
      database,
      publishConversationUpdate: context.publishConversationUpdate,
      realtime: context.realtime,
      manifestOf: context.manifestOf,
      segments: context.segments,
      composer: context.composer,
      suggest: context.suggestAnswer,
      models: context.models,
      onModelFailure: answering.onModelFailure,
      publishInboxEvent: context.publishInboxEvent,
      async outgoingMedia(accountId, mediaId, { limits, isSandbox, userId }) {
        const publicUrl = isSandbox ? secureForm(config.publicUrl) : config.publicUrl;
        const id = await context.keptMedia.copyToSend({ accountId, userId }, mediaId);
        return mediaFiles.outgoingFile({ database, files, publicUrl }, accountId, id, limits);
      },
      retryDelivery: (transaction: AccountTransaction, messageId) =>
        requeueDeliveries(transaction, messageId),
      notifyDelivery: () => notifyWorker('outbox'),
      notifyTurns: () => notifyWorker('turns'),
    });
  },
  workers({ database, publishConversationUpdate, realtime, publishInboxEvent, onError }) {
    const keepTime = createTimeKeeper({
      database,
      publishConversationUpdate,
      realtime,
      publishInboxEvent,
      onError,
    });
    return [{ name: 'inbox-clocks', runOnce: keepTime, nextDue: NEXT_INBOX_DUE, idleMs: GONE_EVERY_MS }];
  },
});
