import type { NotifyView } from '@hanasu/contract/notify';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { settingsOf } from '../domain/who-is-told.ts';
import { type LinkableChannel, listLinkable } from '../links.store.ts';
import { listRecent } from '../notifications.store.ts';
import { findRecipient, type Recipient } from '../settings.store.ts';
import type { NotifyDependencies } from './dependencies.ts';

const RECENT = 30;

export async function recipientOf(transaction: AccountTransaction, session: Session): Promise<Recipient> {
  const recipient = await findRecipient(transaction, session.userId);
  if (!recipient) throw new AppError('not_found', 'No longer a member of this account');
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

export async function notifyView(
  dependencies: NotifyDependencies,
  transaction: AccountTransaction,
  session: Session,
): Promise<NotifyView> {
  const { settings, email, webHookSecret } = await recipientOf(transaction, session);
  const channels = await listLinkable(transaction, session.userId);
  const recent = await listRecent(transaction, session.userId, RECENT);
  return {
    settings: settingsOf(settings),
    links: channels
      .filter((channel) => isLinkable(dependencies, channel))
      .map((channel) => ({ ...channel, linkedAt: channel.linkedAt?.toISOString() ?? null })),
    email,
    hasWebHookSecret: webHookSecret !== null,
    recent: recent.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}
