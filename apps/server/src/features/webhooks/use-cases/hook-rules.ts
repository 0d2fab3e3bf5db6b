import type { AccountId, WebHookId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { isAllowedUrl } from '../../../platform/net/address-guard.ts';
import { recordAudit } from '../../accounts/public.ts';
import { findHook, type WebHookRow } from '../web-hooks.store.ts';

export interface WebHooksDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  /** Hooks may call this machine and private networks. */
  readonly allowPrivate: boolean;
  /** The account's hooks are read anew. */
  readonly forget: (accountId: AccountId) => void;
  /** There is something to send. */
  readonly wake: () => void;
}

export async function existingHook(transaction: AccountTransaction, id: WebHookId): Promise<WebHookRow> {
  const row = await findHook(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such web hook');
  return row;
}

/** Said early for addresses that can be told by looking; what a name stands for is judged at each sending. */
export function refuseAddress({ allowPrivate }: WebHooksDependencies, address: string): void {
  const url = URL.parse(address);
  if (url && isAllowedUrl(url, allowPrivate)) return;
  throw AppError.field('address_not_allowed', 'body.url', 'is inside a private network');
}

/** The address may hold a token in its query; the log names its host alone. */
export const recordHook = (
  transaction: AccountTransaction,
  actor: Actor,
  action: 'web_hook.added' | 'web_hook.changed' | 'web_hook.removed' | 'web_hook.secret_renewed',
  { id, url }: { readonly id: WebHookId; readonly url: string },
): Promise<void> =>
  recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action,
    target: URL.parse(url)?.host ?? '',
    data: { uuid: id },
  });
