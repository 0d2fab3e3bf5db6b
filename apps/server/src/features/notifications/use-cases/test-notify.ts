import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { testNotify as contract, NotifyWay } from '@hanasu/contract/notify';
import { NOTIFICATION, type Notification } from '@hanasu/contract/realtime';
import { AppError } from '../../../platform/app-error.ts';
import { tryKey, useUp } from '../../../platform/database/use-up.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { TryOutcome } from '../domain/next-try.ts';
import { TEST_WORDS } from '../domain/notify-words.ts';
import type { ToldItem } from '../domain/told-item.ts';
import { digestMail } from '../mails/digest-mail.ts';
import type { Recipient } from '../settings.store.ts';
import { tellByChannel, tellByHook } from '../ways.ts';
import type { NotifyDependencies } from './dependencies.ts';
import { recipientOf } from './read-notify.ts';

/** A message costs the account something, and a mail annoys. */
const ALLOWED = { times: 20, seconds: 60 * 60 };

/** Tells the person something now, whatever their hours are. */
export async function testNotify(
  dependencies: NotifyDependencies,
  session: Session,
  way: NotifyWay,
): Promise<EndpointOutput<typeof contract>> {
  const { database } = dependencies;
  const seconds = await database.system((transaction) =>
    useUp(transaction, tryKey('notify-test', session.accountId, session.userId), ALLOWED),
  );
  if (seconds > 0) {
    throw new AppError('too_many_tries', 'Enough tests for now', { more: { retryAfter: seconds } });
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
): Promise<TryOutcome> {
  const item: ToldItem = {
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
      return tellByChannel(dependencies, recipient, telling);
    case 'web_hook':
      return tellByHook(dependencies, recipient, telling);
    default:
      return way satisfies never;
  }
}

async function mailTest(
  { database, mail, hasMailServer, publicUrl }: NotifyDependencies,
  { accountId, email, locale, name, account }: Recipient,
  item: ToldItem,
): Promise<TryOutcome> {
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
