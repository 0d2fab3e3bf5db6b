import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import { DEFAULT_MESSAGE_OPTIONS } from '@hanasu/channels/spec/outgoing';
import type { SendOutcome } from '@hanasu/channels/spec/sending';
import { AccountId, type ChannelId, UserId } from '@hanasu/contract/ids';
import type { SealedColumn } from '../../../platform/crypto/sealed-column.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { signedHeaders } from '../../webhooks/public.ts';
import { type Link, listLinks } from '../links/links.store.ts';
import { linesOf, type NotificationItem } from '../notification-text.ts';
import { settingsOf } from '../resolve-recipients.ts';
import type { Recipient } from '../settings/settings.store.ts';
import type { AttemptOutcome } from './next-attempt.ts';

/** A channel that can be spoken on. */
interface ReachedChannel {
  readonly id: ChannelId;
  readonly credentialsVersion: number;
  readonly adapter: ChannelAdapter;
  readonly connection: { readonly credentials: unknown };
}

export interface DeliveryDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  readonly publicUrl: string;
  /** With a timeout of ten seconds. */
  readonly ask: GuardedFetch;
  readonly channels: {
    open(accountId: AccountId, id: ChannelId): Promise<ReachedChannel | null>;
    /** After the vendor refused its access. */
    renewed(accountId: AccountId, id: ChannelId, since?: number): Promise<ReachedChannel | null>;
  };
}

/** Notifications that are sent together, at every attempt. */
export interface OutgoingNotification {
  /** The receiver knows it by this: a repeat changes nothing. */
  readonly key: string;
  readonly items: readonly NotificationItem[];
  readonly attempts: number;
  /** When it may have been sent first. */
  readonly since: Date;
}

/** Vendors' clocks may be behind ours. */
const CLOCKS_MS = 60_000;

/** Where the sealed secret of a person belongs. */
export const secretContext = (accountId: AccountId, userId: UserId): string =>
  `notify ${accountId} ${userId}`;

/** On the channel that was linked last; where that refuses, on the one before it. */
export async function deliverByChannel(
  dependencies: DeliveryDependencies,
  { accountId, userId, locale }: Recipient,
  outgoing: OutgoingNotification,
): Promise<AttemptOutcome> {
  const { database, publicUrl } = dependencies;
  const links = await database.account(accountId, (transaction) => listLinks(transaction, userId));
  const text = `【Hanasu】\n${linesOf(locale, outgoing.items, publicUrl).join('\n\n')}`;
  let outcome: AttemptOutcome = { kind: 'failed', detail: 'not_linked' };
  for (const link of links) {
    outcome = await sayTo(dependencies, { accountId, link, text }, outgoing);
    if (outcome.kind !== 'failed') return outcome;
  }
  return outcome;
}

async function sayTo(
  { channels }: DeliveryDependencies,
  { accountId, link, text }: { accountId: AccountId; link: Link; text: string },
  { key, attempts, since }: OutgoingNotification,
): Promise<AttemptOutcome> {
  const channel = await channels.open(accountId, link.channelId);
  if (!channel) return { kind: 'failed', detail: 'not_linked' };
  const { adapter, connection } = channel;
  const { capabilities, limits } = adapter.manifest;
  const messages = adapter
    .toMessages([{ kind: 'text', text }], DEFAULT_MESSAGE_OPTIONS)
    .slice(0, limits.messagesPerSend);
  const to = link.friendExternalId;
  if (attempts > 1 && !capabilities.idempotentSend) {
    // An earlier try may have arrived, and here a repeat would be read twice.
    const sent = { to, messages, since: since.getTime() - CLOCKS_MS };
    const check = (await adapter.findSent?.(connection, sent)) ?? 'unknown';
    if (check === 'arrived') return { kind: 'sent' };
    if (check === 'unknown') return { kind: 'failed', detail: 'unknown' };
  }
  const request = { to, messages, how: { method: 'push' as const, retryKey: key } };
  const outcome = await adapter.send(connection, request);
  const isRenewable =
    outcome.kind === 'rejected' && outcome.reason === 'credentials_rejected' && outcome.renewable === true;
  if (!isRenewable) return outcomeOf(outcome);
  const renewed = await channels.renewed(accountId, link.channelId, channel.credentialsVersion);
  return outcomeOf(renewed ? await renewed.adapter.send(renewed.connection, request) : outcome);
}

function outcomeOf(outcome: SendOutcome): AttemptOutcome {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'sent' };
    case 'rejected':
      return outcome.retryable
        ? { kind: 'again', detail: outcome.reason, afterMs: outcome.retryAfterMs }
        : { kind: 'failed', detail: outcome.reason };
    case 'unknown':
      return { kind: 'again', detail: 'unknown' };
    case 'reply-token-invalid':
      return { kind: 'failed', detail: 'vendor_error' };
    default:
      return outcome satisfies never;
  }
}

/** Signed as the account's own web hooks are. */
export async function deliverByHook(
  { box, ask, publicUrl, database }: DeliveryDependencies,
  recipient: Recipient,
  { key, items, since }: OutgoingNotification,
): Promise<AttemptOutcome> {
  const { webHookUrl } = settingsOf(recipient.settings);
  if (webHookUrl === '') return { kind: 'failed', detail: 'no_address' };
  if (!recipient.webHookSecret) return { kind: 'failed', detail: 'no_secret' };
  const secret = box.tryOpen(recipient.webHookSecret, secretContext(recipient.accountId, recipient.userId));
  if (secret === null) return { kind: 'failed', detail: 'no_secret' };
  const body = JSON.stringify(payloadOf(recipient, items, { publicUrl, since }));
  try {
    const response = await ask(webHookUrl, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Hanasu-Webhooks/1',
        ...signedHeaders(secret, { id: key, sentAt: new Date(database.now()), body }),
      },
      body,
    });
    await response.body?.cancel();
    if (response.ok) return { kind: 'sent' };
    const detail = `http_${response.status}`;
    return response.status === 410 ? { kind: 'failed', detail } : { kind: 'again', detail };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const kind = error.reason === 'address_refused' ? 'failed' : 'again';
    return { kind, detail: error.reason };
  }
}

/** One thing as itself, several as a list. */
function payloadOf(
  { account }: Recipient,
  items: readonly NotificationItem[],
  { publicUrl, since }: { publicUrl: string; since: Date },
) {
  const entries = items.map(({ event, subject, body, path, createdAt }) => ({
    event,
    subject,
    body,
    url: `${publicUrl}${path}`,
    at: createdAt.toISOString(),
  }));
  const timestamp = since.toISOString();
  const [first] = entries;
  if (entries.length === 1 && first) return { type: 'notification', timestamp, data: { account, ...first } };
  return { type: 'notifications', timestamp, data: { account, items: entries } };
}

export const SEALED_OWN_HOOKS: SealedColumn = {
  table: 'notify_settings',
  column: 'web_hook_secret',
  ids: ['account_id', 'user_id'],
  contextOf: ([accountId, userId]) => secretContext(AccountId.parse(accountId), UserId.parse(userId)),
};
