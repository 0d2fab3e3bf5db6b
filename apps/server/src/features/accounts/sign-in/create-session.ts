import type { SessionView } from '@hanasu/contract/accounts';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  findFirstMember,
  findMember,
  findPerson,
  insertAccount,
  isShutOut,
  type MemberRow,
} from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { issueCode } from '../one-time-codes.ts';
import { insertSession } from '../sessions/sessions.store.ts';
import { expiryOf, sessionView } from '../sessions/sessions.ts';
import type { Visitor } from '../visitor.ts';

interface SessionRequest {
  readonly userId: UserId;
  /** Which of their accounts; the one they joined first when absent or left meanwhile. */
  readonly accountId?: AccountId;
  readonly visitor: Visitor;
  readonly remember: boolean;
  /** They have shown both factors: nothing more is asked for. */
  readonly isProvenTwice?: boolean;
}

/** Somebody who has shown who they are is in, or is asked for their authenticator app first. */
export type SessionOutcome =
  | { readonly kind: 'entered'; readonly session: SessionView }
  | { readonly kind: 'second_factor'; readonly challenge: string };

/** How long the page that asks for the second factor may stay open. */
const CHALLENGE_MINUTES = 5;

/** Opens a session, always with a new id: nothing a browser had before it signed in is worth anything after. */
export async function createSession(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  entrance: SessionRequest,
): Promise<SessionOutcome> {
  const member = await memberOf(transaction, entrance);
  if (member.hasSecondFactor && !entrance.isProvenTwice) {
    return { kind: 'second_factor', challenge: await challenge(transaction, member, entrance) };
  }
  return { kind: 'entered', session: await openSession(transaction, dependencies, member, entrance) };
}

const challenge = (
  transaction: SystemTransaction,
  { id, accountId, credentialVersion }: MemberRow,
  { remember }: SessionRequest,
): Promise<string> =>
  issueCode(transaction, {
    purpose: 'second-factor',
    minutes: CHALLENGE_MINUTES,
    userId: id,
    accountId,
    credentialVersion,
    data: { remember },
  });

async function openSession(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  member: MemberRow,
  { visitor, remember }: SessionRequest,
): Promise<SessionView> {
  const session = {
    id: newId<SessionId>(),
    remember,
    expiresAt: expiryOf(transaction, remember, dependencies),
  };
  await insertSession(transaction, {
    ...session,
    userId: member.id,
    accountId: member.accountId,
    userAgent: visitor.userAgent.slice(0, 300),
    address: visitor.address,
  });
  return sessionView(transaction, dependencies, session, member);
}

/** Nobody is locked out because the account they had joined ended: who has none gets their own. */
async function memberOf(
  transaction: SystemTransaction,
  { userId, accountId }: SessionRequest,
): Promise<MemberRow> {
  const found =
    (accountId ? await findMember(transaction, userId, accountId) : null) ??
    (await findFirstMember(transaction, userId));
  if (found) return found;
  if (await isShutOut(transaction, userId))
    throw new AppError('account_suspended', 'An administrator has suspended this account');
  const person = await findPerson(transaction, userId);
  if (!person) throw new AppError('wrong_credentials', 'This user no longer exists');
  const own = newId<AccountId>();
  // Without free tokens: else somebody could hand one account after another to a friend.
  await insertAccount(transaction, { ...person, id: own, ownerId: userId });
  const member = await findMember(transaction, userId, own);
  if (!member) throw new Error('the owner of a new account is not its member');
  return member;
}

/** The session, or the refusal that asks for the second factor. Call it after the commit: it throws. */
export function requireSession(entry: SessionOutcome): SessionView {
  if (entry.kind === 'entered') return entry.session;
  const more = { challenge: entry.challenge };
  throw new AppError('second_factor_required', 'A code of the authenticator app is required', { more });
}
