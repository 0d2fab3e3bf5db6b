import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { findMember, type MemberRow } from '../../accounts.store.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { recordAudit } from '../../record-audit.ts';
import { proveAgain } from '../../use-cases/prove-again.ts';
import { ownershipGivenMail, ownershipTakenMail } from '../mails/ownership-mails.ts';
import { setRole } from '../memberships.store.ts';
import { inAccount } from './in-account.ts';
import { tellOwner } from './settle-belongings.ts';

/** Makes another member the owner and the owner an admin, in one step: an account always has exactly one. */
export async function transferOwnership(
  dependencies: AccountsDependencies,
  actor: Actor,
  { userUuid, password }: { readonly userUuid: UserId; readonly password?: string | undefined },
): Promise<void> {
  await proveAgain(dependencies, actor, password);
  await inAccount(dependencies.database, actor, 'owner', async ({ all, own }) => {
    const { accountId, userId } = actor;
    if (userUuid === userId) throw AppError.field('validation_failed', 'body.userUuid', 'owns it already');
    const before = await findMember(all, userId, accountId);
    const after = await findMember(all, userUuid, accountId);
    if (!before || !after) throw new AppError('not_found', 'There is no such member');
    // First down, then up: the index allows one owner at any moment.
    await setRole(all, accountId, userId, 'admin');
    await setRole(all, accountId, userUuid, 'owner');
    await tellBoth(all, dependencies, before, after);
    await tellOwner(all, dependencies, { accountId, userId, name: before.displayName });
    await recordAudit(own, {
      userId,
      address: actor.address,
      action: 'ownership.transferred',
      target: after.username,
      data: { from: userId, to: userUuid },
    });
  });
  dependencies.ended.user(actor.userId);
  dependencies.ended.user(userUuid);
}

async function tellBoth(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  before: MemberRow,
  after: MemberRow,
): Promise<void> {
  const facts = {
    account: before.accountName,
    before: before.displayName,
    after: after.displayName,
    url: `${publicUrl}/Account`,
  };
  for (const { email: to, locale, mailOf } of [
    { ...before, mailOf: ownershipGivenMail },
    { ...after, mailOf: ownershipTakenMail },
  ]) {
    if (to) await mail.write(transaction, { to, locale, content: mailOf(locale, facts) });
  }
}
