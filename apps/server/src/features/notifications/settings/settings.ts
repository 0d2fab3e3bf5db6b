import { randomBytes } from 'node:crypto';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId } from '@hanasu/contract/ids';
import {
  type testNotify as contract,
  NARROWED_EVENTS,
  type NotifySettings,
  type NotifyView,
  type NotifyWay,
  type rotateNotifySecret,
} from '@hanasu/contract/notify';
import { NOTIFICATION, type Notification } from '@hanasu/contract/realtime';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { isAllowedUrl } from '../../../platform/net/address-guard.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { SavedSegments } from '../../contacts/public.ts';
import { formatSecret, SECRET_BYTES } from '../../webhooks/public.ts';
import {
  type DeliveryDependencies,
  deliverByChannel,
  deliverByHook,
  secretContext,
} from '../delivery/delivery-methods.ts';
import { digestMail } from '../delivery/digest-mail.ts';
import type { AttemptOutcome } from '../delivery/next-attempt.ts';
import { isTimeZone } from '../delivery/quiet-hours.ts';
import { type LinkableChannel, listLinkable } from '../links/links.store.ts';
import { type NotificationItem, TEST_WORDS } from '../notification-text.ts';
import { listRecent } from '../notifications.store.ts';
import { settingsOf } from '../resolve-recipients.ts';
import { findBrokenRules } from '../segment-rules.ts';
import { findRecipient, type Recipient, storeSecret, storeSettings } from './settings.store.ts';

const RECENT = 30;

async function recipientOf(transaction: AccountTransaction, session: Session): Promise<Recipient> {
  const recipient = await findRecipient(transaction, session.userId);
  if (!recipient) throw new AppError('not_found', 'This user is no longer a member of the account');
  return recipient;
}

/** Channels that friends follow; what comes with the product has nobody's phone at its other end. */
export const isLinkable = (
  { manifestOf }: Pick<NotifyDependencies, 'manifestOf'>,
  { kind }: Pick<LinkableChannel, 'kind'>,
): boolean => {
  const manifest = manifestOf(kind);
  return manifest !== null && manifest.connect !== 'built-in';
};

export const readNotify = (dependencies: NotifyDependencies, session: Session): Promise<NotifyView> =>
  dependencies.database.account(session.accountId, (transaction) =>
    notifyView(dependencies, transaction, session),
  );

async function notifyView(
  dependencies: NotifyDependencies,
  transaction: AccountTransaction,
  session: Session,
): Promise<NotifyView> {
  const recipient = await recipientOf(transaction, session);
  const { settings, email, webHookSecret } = recipient;
  const channels = await listLinkable(transaction, session.userId);
  const recent = await listRecent(transaction, session.userId, RECENT);
  return {
    settings: settingsOf(settings),
    brokenRules: await findBrokenRules(transaction, dependencies.segments, recipient),
    links: channels
      .filter((channel) => isLinkable(dependencies, channel))
      .map((channel) => ({ ...channel, linkedAt: channel.linkedAt?.toISOString() ?? null })),
    email,
    hasWebHookSecret: webHookSecret !== null,
    recent: recent.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

export async function updateNotify(
  dependencies: NotifyDependencies,
  actor: Actor,
  settings: NotifySettings,
): Promise<NotifyView> {
  refuseAddress(dependencies, settings.webHookUrl);
  if (settings.quiet && !isTimeZone(settings.quiet.timeZone)) {
    throw AppError.field(
      'validation_failed',
      'body.quiet.timeZone',
      'Unknown time zone; use an IANA name, for example Asia/Tokyo',
    );
  }
  const view = await dependencies.database.account(actor.accountId, async (transaction) => {
    const before = settingsOf((await recipientOf(transaction, actor)).settings);
    await refuseSegments(transaction, dependencies.segments, {
      before: before.narrowedTo,
      wanted: settings.narrowedTo,
    });
    await storeSettings(transaction, actor.userId, settings);
    if (before.webHookUrl !== settings.webHookUrl)
      await recordAddress(transaction, actor, before.webHookUrl, settings.webHookUrl);
    return notifyView(dependencies, transaction, actor);
  });
  dependencies.forget(actor.accountId);
  return view;
}

/** Said early for addresses that can be told by looking; what a name stands for is judged at each sending. */
function refuseAddress({ privateHosts }: NotifyDependencies, address: string): void {
  if (address === '') return;
  const url = URL.parse(address);
  if (url && isAllowedUrl(url, privateHosts)) return;
  throw AppError.field('address_not_allowed', 'body.webHookUrl', 'is inside a private network');
}

/** What was chosen before may be gone; that is shown, and does not stand in the way of other changes. */
async function refuseSegments(
  transaction: AccountTransaction,
  segments: Pick<SavedSegments, 'lock'>,
  { before, wanted }: Record<'before' | 'wanted', NotifySettings['narrowedTo']>,
): Promise<void> {
  const chosen = NARROWED_EVENTS.flatMap((event) => wanted[event] ?? []);
  const known = chosen.length > 0 ? await segments.lock(transaction, chosen) : new Set();
  const unknown = NARROWED_EVENTS.find((event) => {
    const id = wanted[event];
    return id !== null && id !== before[event] && !known.has(id);
  });
  if (unknown) throw AppError.field('validation_failed', `body.narrowedTo.${unknown}`, 'segment not found');
}

/** The address may hold a token in its query; the log names its host alone. */
function recordAddress(
  transaction: AccountTransaction,
  { userId, address }: Actor,
  before: string,
  after: string,
): Promise<void> {
  const action = before === '' ? 'web_hook.added' : after === '' ? 'web_hook.removed' : 'web_hook.changed';
  const target = URL.parse(after === '' ? before : after)?.host ?? '';
  return recordAudit(transaction, { userId, address, action, target, data: { notify: true } });
}

export const rotateSecret = (
  { database, box }: NotifyDependencies,
  actor: Actor,
): Promise<EndpointOutput<typeof rotateNotifySecret>> =>
  database.account(actor.accountId, async (transaction) => {
    const { userId, accountId, address } = actor;
    const settings = settingsOf((await recipientOf(transaction, actor)).settings);
    const secret = formatSecret(randomBytes(SECRET_BYTES));
    await storeSecret(transaction, userId, {
      secret: box.seal(secret, secretContext(accountId, userId)),
      settings,
    });
    await recordAudit(transaction, {
      userId,
      address,
      action: 'web_hook.secret_renewed',
      target: URL.parse(settings.webHookUrl)?.host ?? '',
      data: { notify: true },
    });
    return { secret };
  });

/** A message costs the account something, and a mail annoys. */
const ALLOWED = { times: 20, seconds: 60 * 60 };

/** Sends the person a test notification now, also in quiet hours. */
export async function testNotify(
  dependencies: NotifyDependencies,
  session: Session,
  way: NotifyWay,
): Promise<EndpointOutput<typeof contract>> {
  const { database } = dependencies;
  const seconds = await database.system((transaction) =>
    consumeAllowance(transaction, tryKey('notify-test', session.accountId, session.userId), ALLOWED),
  );
  if (seconds > 0) {
    throw new AppError('too_many_tries', 'Too many test notifications; try again later', {
      more: { retryAfter: seconds },
    });
  }
  const recipient = await database.account(session.accountId, (transaction) =>
    recipientOf(transaction, session),
  );
  const outcome = await tellTest(dependencies, recipient, way);
  if (outcome.kind === 'sent') return { ok: true, detail: null };
  if (outcome.detail === 'not_linked') throw new AppError('notify_not_linked', 'Link a channel first');
  return { ok: false, detail: outcome.detail };
}

async function tellTest(
  dependencies: NotifyDependencies,
  recipient: Recipient,
  way: NotifyWay,
): Promise<AttemptOutcome> {
  const item: NotificationItem = {
    ...TEST_WORDS[recipient.locale],
    event: 'waiting',
    path: '/Channel/notify',
    createdAt: new Date(dependencies.database.now()),
  };
  const telling = { key: newId(), items: [item], attempts: 1, since: item.createdAt };
  switch (way) {
    case 'desktop': {
      const { event, subject, body, path } = item;
      const notification: Notification = { event, subject, body, path };
      dependencies.realtime.emitToUser(recipient.userId, NOTIFICATION, notification);
      return { kind: 'sent' };
    }
    case 'email':
      return mailTest(dependencies, recipient, item);
    case 'channel':
      return deliverByChannel(dependencies, recipient, telling);
    case 'web_hook':
      return deliverByHook(dependencies, recipient, telling);
    default:
      return way satisfies never;
  }
}

async function mailTest(
  { database, mail, hasMailServer, publicUrl }: NotifyDependencies,
  { accountId, email, locale, name, account }: Recipient,
  item: NotificationItem,
): Promise<AttemptOutcome> {
  if (email === null) return { kind: 'failed', detail: 'no_email' };
  await database.account(accountId, (transaction) =>
    mail.write(transaction, {
      to: email,
      locale,
      content: digestMail(locale, { name, account, items: [item], publicUrl }),
    }),
  );
  // It is kept for the administrator to see.
  return hasMailServer ? { kind: 'sent' } : { kind: 'failed', detail: 'no_mail_server' };
}

export interface NotifyDependencies extends DeliveryDependencies {
  readonly segments: Pick<SavedSegments, 'findBroken' | 'lock'>;
  readonly mail: Mail;
  readonly hasMailServer: boolean;
  readonly realtime: Pick<Realtime, 'emitToUser'>;
  /** Web hooks may call this machine and private networks. */
  readonly privateHosts: PrivateHosts;
  readonly manifestOf: (kind: string) => ChannelManifest | null;
  /** What people of the account have chosen is read anew. */
  readonly forget: (accountId: AccountId) => void;
}
