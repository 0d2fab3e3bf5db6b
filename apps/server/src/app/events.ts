import type { AccountId } from '@hanasu/contract/ids';
import type { OnChannelTrouble } from '../features/channels/public.ts';
import type {
  PublishConversationEvent,
  PublishConversationUpdate,
} from '../features/conversations/public.ts';
import { createAnnounce } from '../features/conversations/public.ts';
import type { ManifestOf } from '../features/inbox/public.ts';
import { createNotificationPublisher } from '../features/notifications/public.ts';
import { createHookPublisher } from '../features/webhooks/public.ts';
import type { Database } from '../platform/database/database.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';

/** Tells what happens: open pages at once, people elsewhere and web hooks a moment later. */
export interface Tellers {
  /** `own`: all who tell are in this thread. */
  readonly kind: 'own' | 'beside';
  readonly announce: PublishConversationUpdate;
  readonly tellInbox: PublishConversationEvent;
  readonly tellTrouble: OnChannelTrouble;
  /** The web hooks of an account were changed here. */
  hooksChanged(accountId: AccountId): void;
  /** Somebody of the account has chosen anew what they want to be told. */
  peopleChanged(accountId: AccountId): void;
}

interface TellersDependencies {
  readonly database: Database;
  readonly realtime: Realtime;
  readonly manifestOf: ManifestOf;
  readonly wakeHooks: () => void;
  readonly wakeNotify: () => void;
  readonly onError: (error: unknown) => void;
}

/** To open pages only. */
export const createPageTeller = ({
  database,
  realtime,
  manifestOf,
  onError,
}: Pick<
  TellersDependencies,
  'database' | 'realtime' | 'manifestOf' | 'onError'
>): PublishConversationUpdate =>
  createAnnounce({
    database,
    realtime,
    windowOf: (kind) => manifestOf(kind)?.limits.window ?? null,
    onError,
  });

export type OwnTellers = ReturnType<typeof createTellers>;

/** All who tell, in this thread. */
export function createTellers(dependencies: TellersDependencies) {
  const { database, realtime, wakeHooks, wakeNotify, onError } = dependencies;
  const toPages = createPageTeller(dependencies);
  const hooks = createHookPublisher({ database, wake: wakeHooks, onError });
  const people = createNotificationPublisher({ database, realtime, wake: wakeNotify, onError });
  /** What was announced to pages elsewhere. */
  const hear: PublishConversationUpdate = (...announced) => {
    hooks.hear(...announced);
    people.hear(...announced);
  };
  return {
    kind: 'own' as const,
    announce: (...announced: Parameters<PublishConversationUpdate>) => {
      toPages(...announced);
      hear(...announced);
    },
    hear,
    tellInbox: people.tellInbox,
    tellTrouble: people.tellTrouble,
    tellThings: people.tellThings,
    hooksChanged: hooks.forget,
    peopleChanged: people.forget,
    drainPeople: people.drain,
    drainHooks: hooks.drain,
  };
}
