import type { NotifySettings, NotifyView } from '@hanasu/contract/notify';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { isAllowedUrl } from '../../../platform/net/address-guard.ts';
import { recordAudit } from '../../accounts/public.ts';
import { isTimeZone } from '../domain/quiet-hours.ts';
import { settingsOf } from '../domain/who-is-told.ts';
import { storeSettings } from '../settings.store.ts';
import type { NotifyDependencies } from './dependencies.ts';
import { notifyView, recipientOf } from './read-notify.ts';

export async function updateNotify(
  dependencies: NotifyDependencies,
  actor: Actor,
  settings: NotifySettings,
): Promise<NotifyView> {
  refuseAddress(dependencies, settings.webHookUrl);
  if (settings.quiet && !isTimeZone(settings.quiet.timeZone)) {
    throw AppError.field('validation_failed', 'body.quiet.timeZone', 'There is no such time zone');
  }
  const view = await dependencies.database.account(actor.accountId, async (transaction) => {
    const before = settingsOf((await recipientOf(transaction, actor)).settings).webHookUrl;
    await storeSettings(transaction, actor.userId, settings);
    if (before !== settings.webHookUrl) await recordAddress(transaction, actor, before, settings.webHookUrl);
    return notifyView(dependencies, transaction, actor);
  });
  dependencies.forget(actor.accountId);
  return view;
}

/** Said early for addresses that can be told by looking; what a name stands for is judged at each sending. */
function refuseAddress({ allowPrivate }: NotifyDependencies, address: string): void {
  if (address === '') return;
  const url = URL.parse(address);
  if (url && isAllowedUrl(url, allowPrivate)) return;
  throw AppError.field('address_not_allowed', 'body.webHookUrl', 'is inside a private network');
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
