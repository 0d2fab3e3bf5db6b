import type { SessionId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertSession, type MemberRow } from '../accounts.store.ts';
import type { SessionTokens } from '../session-tokens.ts';
import { userView } from './user-view.ts';

export interface Visitor {
  readonly userAgent: string;
  readonly address: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Stores a session for a member and signs its token. */
export async function openSession(
  transaction: SystemTransaction,
  tokens: SessionTokens,
  member: MemberRow,
  visitor: Visitor,
  sessionDays: number,
) {
  const id = newId<SessionId>();
  const expiresAt = new Date(Date.now() + sessionDays * DAY_MS);
  await insertSession(transaction, {
    id,
    userId: member.id,
    accountId: member.accountId,
    userAgent: visitor.userAgent.slice(0, 300),
    address: visitor.address,
    expiresAt,
  });
  return { jwt: await tokens.sign(id, expiresAt), user: userView(member, { withAvatar: true }) };
}
