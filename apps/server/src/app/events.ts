import type { AccountId } from '@hanasu/contract/ids';
import type { OnChannelTrouble } from '../features/channels/public.ts';
import type { SavedSegments } from '../features/contacts/public.ts';
import {
  createPublishConversationUpdate,
  type PublishConversationEvent,
  type PublishConversationUpdate,
} from '../features/conversations/public.ts';
import type { ManifestOf } from '../features/inbox/public.ts';
import { createNotificationPublisher } from '../features/notifications/public.ts';
import { createHookPublisher } from '../features/webhooks/public.ts';
import type { Database } from '../platform/database/database.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';

/** Publishes events: to open pages at once, to notifications and webhooks a moment later. */
export interface AppEvents {
  /** `own`: all publishers are in this thread. */
  readonly kind: 'own' | 'beside';
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly publishInboxEvent: PublishConversationEvent;
  readonly publishChannelTrouble: OnChannelTrouble;
  /** The web hooks of an account were changed here. */
  hooksChanged(accountId: AccountId): void;
  /** A member of the account has changed their notification settings. */
  peopleChanged(accountId: AccountId): void;
}

interface EventsDependencies {
  readonly database: Database;
  readonly realtime: Realtime;
  readonly manifestOf: ManifestOf;
  readonly segments: SavedSegments;
  readonly notifyHooks: () => void;
  readonly notifyNotifications: () => void;
  readonly onError: (error: unknown) => void;
}

/** To open pages only. */
export const createPageEvents = ({
  database,
  realtime,
  manifestOf,
  onError,
}: Pick<EventsDependencies, 'database' | 'realtime' | 'manifestOf' | 'onError'>): PublishConversationUpdate =>
  createPublishConversationUpdate({
    database,
    realtime,
    windowOf: (kind) => manifestOf(kind)?.limits.window ?? null,
    onError,
  });

export type OwnEvents = ReturnType<typeof createEvents>;

/** All publishers, in this thread. */
export function createEvents(dependencies: EventsDependencies) {
  const { database, realtime, segments, notifyHooks, notifyNotifications, onError } = dependencies;
  const toPages = createPageEvents(dependencies);
  const hooks = createHookPublisher({ database, notify: notifyHooks, onError });
  const people = createNotificationPublisher({
    database,
    realtime,
    segments,
    notify: notifyNotifications,
    onError,
  });
  /** What was announced to pages elsewhere. */
  const hear: PublishConversationUpdate = (...announced) => {
    hooks.hear(...announced);
    people.hear(...announced);
  };
  return {
    kind: 'own' as const,
    publishConversationUpdate: (...announced: Parameters<PublishConversationUpdate>) => {
      toPages(...announced);
      hear(...announced);
    },
    hear,
    publishInboxEvent: people.publishInboxEvent,
    publishChannelTrouble: people.publishChannelTrouble,
    tellThings: people.tellThings,
    hooksChanged: hooks.forget,
    peopleChanged: people.forget,
    drainPeople: people.drain,
    drainHooks: hooks.drain,
  };
}
