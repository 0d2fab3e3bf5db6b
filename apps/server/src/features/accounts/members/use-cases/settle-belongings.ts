import type { Role } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { BelongingsChoice } from '@hanasu/contract/team';
import { type SystemTransaction, within } from '../../../../platform/database/database.ts';
import type { Mail } from '../../../../platform/mail/mail.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { type Belongings, findBelongings, hasBelongings } from '../belongings.store.ts';
import { belongingsMail, type LeavingKind } from '../mails/belongings-mail.ts';
import { findOwner } from '../members.store.ts';

/** Keys and web hooks end, channels go on: customers write to them. */
export const SAFE_CHOICE: BelongingsChoice = { apiKeys: 'end', webHooks: 'end', channels: 'take_over' };

interface Departure {
  readonly accountId: Parameters<typeof within>[1];
  readonly userId: UserId;
  /** How the member is called in the mail to the owner. */
  readonly name: string;
  readonly kind: LeavingKind;
  /** Absent: the safe one. */
  readonly choice?: BelongingsChoice;
}

export interface Settled {
  readonly belongings: Belongings;
  /** For the audit log: names, and what became of them. */
  readonly data: Record<string, unknown>;
}

/**
 * Decides about what a member made who is leaving, and tells the owner by mail. Channels that are to be disconnected
 * are the owner's until the caller has done that after the commit: a vendor has to be told.
 */
export async function settleBelongings(
  transaction: SystemTransaction,
  { mail, publicUrl, belongings: owners }: Pick<AccountsDependencies, 'mail' | 'publicUrl' | 'belongings'>,
  { accountId, userId, name, kind, choice = SAFE_CHOICE }: Departure,
): Promise<Settled> {
  const own = within(transaction, accountId);
  const belongings = await findBelongings(own, userId);
  if (!hasBelongings(belongings)) return { belongings, data: {} };
  const owner = await findOwner(own);
  const change = { from: userId, to: owner?.id ?? userId };
  if (choice.apiKeys === 'end') await owners.apiKeys.end(own, userId);
  else await owners.apiKeys.handOver(own, change);
  if (choice.webHooks === 'end') await owners.webHooks.end(own, userId);
  else await owners.webHooks.handOver(own, change);
  await owners.channels.handOver(own, change);
  if (owner?.email) {
    const facts = { account: owner.accountName, owner: owner.displayName, name, belongings, choice };
    const content = belongingsMail(owner.locale, kind, { ...facts, url: `${publicUrl}/Account` });
    await mail.write(transaction, { to: owner.email, locale: owner.locale, content });
  }
  return { belongings, data: { belongings: auditOf(belongings, choice) } };
}

/** Who may do less than before has keys that may do less, and made web hooks and channels that go on: the owner knows. */
export async function tellOwner(
  transaction: SystemTransaction,
  { mail, publicUrl }: { readonly mail: Mail; readonly publicUrl: string },
  {
    accountId,
    userId,
    name,
    role,
  }: Pick<Departure, 'accountId' | 'userId' | 'name'> & { readonly role?: Role },
): Promise<void> {
  const own = within(transaction, accountId);
  const belongings = await findBelongings(own, userId);
  const owner = await findOwner(own);
  if (!owner?.email || !hasBelongings(belongings)) return;
  const facts = { account: owner.accountName, owner: owner.displayName, name, belongings, choice: null };
  const url = `${publicUrl}/Account`;
  const content = belongingsMail(owner.locale, role ? 'demoted' : 'handed_over', {
    ...facts,
    url,
    ...(role ? { role } : {}),
  });
  await mail.write(transaction, { to: owner.email, locale: owner.locale, content });
}

const auditOf = ({ apiKeys, webHooks, channels }: Belongings, choice: BelongingsChoice) => ({
  apiKeys: { fate: choice.apiKeys, names: apiKeys.map(({ name }) => name) },
  webHooks: { fate: choice.webHooks, names: webHooks.map(({ name }) => name) },
  channels: { fate: choice.channels, names: channels.map(({ name }) => name) },
});
