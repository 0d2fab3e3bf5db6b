import type { AccountId, UserId } from '@hanasu/contract/ids';
import { InvitationId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { findMember } from '../accounts.store.ts';
import * as oneTimeCodes from '../one-time-codes.ts';
import { recordAudit } from '../record-audit.ts';
import { type LockedAccount, lockAccountById } from './account-lock.ts';
import { findOpen, type InvitationRow, markAccepted } from './invitations.store.ts';
import { type AccountRow, findRole, insertMembership } from './memberships.store.ts';

export interface Joiner {
  readonly id: UserId;
  /** Null: has no address. */
  readonly emailKey: string | null;
  readonly address?: string | undefined;
}

export interface Invited {
  readonly account: AccountRow;
  readonly invitation: InvitationRow;
}

const refuse = (): never => {
  throw new AppError('code_invalid', 'This invitation is invalid, already used or has expired');
};

/** What a code invites to; it stays unused. */
export async function readCode(
  transaction: SystemTransaction,
  code: string,
): Promise<Invited & LockedAccount> {
  const { accountId, data } = await oneTimeCodes.peekCode(transaction, 'invitation', code);
  const id = InvitationId.safeParse(data.invitationId).data;
  if (!accountId || !id) return refuse();
  // Codes are used up after the account is locked, everywhere: two who lock both never wait for each other.
  const open = await lockAccountById(transaction, accountId);
  const invitation = open && (await findOpen(within(transaction, accountId), id));
  if (!invitation || invitation.expired || open.account.deleteAt) return refuse();
  return { ...open, invitation };
}

/** Makes somebody a member by the code of their mail, once. Throws `code_invalid` or `already_member`. */
export async function joinInvitation(
  transaction: SystemTransaction,
  code: string,
  person: Joiner,
): Promise<{ readonly accountId: AccountId; readonly provesEmail: boolean }> {
  const { account, invitation, own } = await readCode(transaction, code);
  if (await findRole(transaction, account.id, person.id)) {
    throw new AppError('already_member', 'You are already a member of this account');
  }
  await oneTimeCodes.consumeCode(transaction, 'invitation', code);
  await insertMembership(transaction, account.id, person.id, invitation.role);
  await markAccepted(own, invitation.id);
  const member = await findMember(transaction, person.id, account.id);
  await recordAudit(own, {
    userId: person.id,
    address: person.address,
    action: 'member.joined',
    target: member?.username ?? invitation.email,
    data: { uuid: person.id, role: invitation.role, invitation: invitation.id, email: invitation.email },
  });
  return { accountId: account.id, provesEmail: invitation.emailKey === person.emailKey };
}
