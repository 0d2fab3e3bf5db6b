import * as contract from '@hanasu/contract/notify';
import type { Database } from '../../platform/database/database.ts';
import { type ActionKind, defineAction, defineFeature } from '../../platform/feature.ts';
import type { Implement } from '../../platform/http/implement.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { HOOK_TIMEOUT_MS } from '../webhooks/public.ts';
import type { DeliveryDependencies } from './delivery/delivery-methods.ts';
import { createNotifySender } from './delivery/send-notifications.ts';
import { linkChannel, unlinkChannel } from './links/links.ts';
import { plainText } from './notification-text.ts';
import { eraseCustomer, removeOldNotifications } from './notifications.store.ts';
import {
  type NotificationPublisher,
  type NotificationPublisherDependencies,
  publishNow,
  writeNotifications,
} from './publish-notifications.ts';
import { findSegmentUses, listPeople } from './settings/settings.store.ts';
import {
  type NotifyDependencies,
  readNotify,
  rotateSecret,
  testNotify,
  updateNotify,
} from './settings/settings.ts';
import { createAccountWatcher } from './watch-accounts.ts';

interface Context extends Pick<DeliveryDependencies, 'box'> {
  readonly database: Database;
  readonly directory: DeliveryDependencies['channels'];
  readonly config: {
    readonly ALLOW_PRIVATE_HOSTS: PrivateHosts;
    readonly SMTP_URL?: string | undefined;
    readonly publicUrl: string;
  };
  readonly mail: Mail;
}

interface WorkContext extends Context, Pick<NotificationPublisher, 'tellThings'> {
  readonly drainPeople: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Balances and webhooks, for which no event is published. */
const WATCH_MS = 60_000;

const deliveryMethods = ({ database, box, config, directory }: Context): DeliveryDependencies => ({
  database,
  box,
  publicUrl: config.publicUrl,
  ask: createGuardedFetch({ privateHosts: config.ALLOW_PRIVATE_HOSTS, timeoutMs: HOOK_TIMEOUT_MS }),
  channels: directory,
});

/** What rules tell staff of a customer: on the desktop always, in other ways as each person has chosen. */
const noticeActions = (
  dependencies: Pick<NotificationPublisherDependencies, 'realtime' | 'notify'>,
): readonly ActionKind[] => [
  defineAction({
    kind: 'notify',
    async findProblems(transaction, actions) {
      const members = (await listPeople(transaction)).map(({ userId }) => userId);
      return actions.map(({ userUuid }) =>
        userUuid === null || members.includes(userUuid) ? null : 'member_missing',
      );
    },
    async run(transaction, { userUuid, text }, { event, key, show }) {
      const customer = await show('viewer');
      const { conversationId } = event.data;
      const written = await writeNotifications(transaction, await listPeople(transaction), [
        {
          event: 'rule',
          key: `rule:${key}`,
          subject: plainText(customer?.name ?? '', 'subject'),
          body: plainText(text, 'body'),
          path:
            typeof conversationId === 'string'
              ? `/Channel/conversation/${conversationId}`
              : `/Customer/${event.customerId}`,
          always: ['desktop'],
          ...(userUuid ? { only: userUuid } : {}),
        },
      ]);
      return { after: () => publishNow(dependencies, written) };
    },
  }),
];

export const notificationsFeature = defineFeature<
  Context &
    Pick<NotifyDependencies, 'realtime' | 'manifestOf' | 'segments'> & {
      readonly peopleChanged: NotifyDependencies['forget'];
    },
  WorkContext,
  Context & Pick<NotifyDependencies, 'realtime'> & { readonly notifyWorker: (name: WorkerName) => void }
>({
  name: 'notifications',
  eraseCustomer,
  findSegmentUses,
  actions: ({ realtime, notifyWorker }) =>
    noticeActions({ realtime, notify: () => notifyWorker('notifications') }),
  routes(implement, context) {
    addNotifyRoutes(implement, {
      ...deliveryMethods(context),
      mail: context.mail,
      hasMailServer: context.config.SMTP_URL !== undefined,
      realtime: context.realtime,
      privateHosts: context.config.ALLOW_PRIVATE_HOSTS,
      manifestOf: context.manifestOf,
      segments: context.segments,
      forget: context.peopleChanged,
    });
  },
  workers(context) {
    const { database, onError } = context;
    const sender = createNotifySender({
      ...deliveryMethods(context),
      mail: context.mail,
      onError,
    });
    return [
      sender,
      {
        name: 'watch-accounts',
        runOnce: createAccountWatcher(database, context),
        idleMs: WATCH_MS,
        stop: context.drainPeople,
      },
    ];
  },
  jobs: ({ database }) => [
    scheduledJob('remove-old-notifications', HOURLY, () => database.system(removeOldNotifications)),
  ],
});

function addNotifyRoutes(implement: Implement, dependencies: NotifyDependencies): void {
  implement(contract.getNotify, (_input, { session }) => readNotify(dependencies, session));
  implement(contract.updateNotify, ({ body }, { session }) => updateNotify(dependencies, session, body));
  implement(contract.linkNotifyChannel, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return linkChannel(dependencies, session, body.channelUuid);
  });
  implement(contract.unlinkNotifyChannel, async ({ params }, { session }) => {
    await unlinkChannel(dependencies, session, params.channel);
    return undefined;
  });
  implement(contract.rotateNotifySecret, (_input, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateSecret(dependencies, session);
  });
  implement(contract.testNotify, ({ body }, { session }) => testNotify(dependencies, session, body.way));
}
