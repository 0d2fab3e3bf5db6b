import type { WebsiteId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { isAllowedUrl } from '../../../../platform/net/address-guard.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { normaliseUrl } from '../domain/crawl-url.ts';
import { type CountedWebsite, selectWebsite } from '../websites.store.ts';

export async function existingWebsite(
  transaction: AccountTransaction,
  id: WebsiteId,
): Promise<CountedWebsite> {
  const row = await selectWebsite(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such web site');
  return row;
}

/** The address as it is kept. What its name stands for is judged whenever it is asked. */
export function readableAddress(address: string, allowPrivate: boolean): string {
  const url = normaliseUrl(address);
  if (url !== null && isAllowedUrl(new URL(url), allowPrivate)) return url;
  throw AppError.field('website_address_refused', 'body.url', 'is no public web address');
}

/** The address may hold a token in its query; the log names its host alone. */
export const recordWebsite = (
  transaction: AccountTransaction,
  actor: Actor,
  action: 'website.added' | 'website.deleted',
  { id, url }: { readonly id: WebsiteId; readonly url: string },
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action,
    target: URL.parse(url)?.host ?? '',
    data: { uuid: id, ...data },
  });
