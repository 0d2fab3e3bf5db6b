import type { SessionView } from '@hanasu/contract/accounts';
import type { SessionId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { MemberRow } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { userView } from './user-view.ts';

interface OpenSession {
  readonly id: SessionId;
  readonly remember: boolean;
  readonly expiresAt: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a session ends that is opened or renewed now. */
export const expiryOf = (
  transaction: SystemTransaction,
  remember: boolean,
  { sessionDays }: AccountsDependencies,
): Date => new Date(transaction.now() + (remember ? sessionDays : Math.min(1, sessionDays)) * DAY_MS);

/** A session as its browser gets it, with a token that lasts as long as its row. */
export async function sessionView(
  transaction: SystemTransaction,
  { tokens, deviceTokens }: AccountsDependencies,
  { id, remember, expiresAt }: OpenSession,
  member: MemberRow,
): Promise<SessionView> {
  return {
    jwt: await tokens.sign(id, expiresAt),
    expiresAt: expiresAt.toISOString(),
    remember,
    device: await deviceTokens.sign(transaction, member.id),
    user: userView(member, { withAvatar: true }),
  };
}
