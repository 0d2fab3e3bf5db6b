import { isDeepStrictEqual } from 'node:util';
import type { UserView } from '@hanasu/contract/accounts';
import type { AccountId } from '@hanasu/contract/ids';
import type { changeAccount as changeAccountEndpoint } from '@hanasu/contract/team';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../../platform/files/removed-files.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { findMember, insertAccount } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { avatarFile, replacePictureKey } from '../profile/avatar-files.ts';
import { storePicture } from '../profile/update-account.ts';
import { userView } from '../profile/user-view.ts';
import { recordAudit } from '../record-audit.ts';
import { type LockedAccount, withAccountLock } from './account-lock.ts';
import { lockOwnedCount, moveSession, updateAccount } from './memberships.store.ts';

const OWNED_MAX = 20;

/** One more account. It starts with no tokens: what a person gets free, they got with their first. */
export async function createAccount(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  input: { readonly name: string; readonly timeZone?: string | undefined },
): Promise<UserView> {
  const view = await database.system(async (transaction) => {
    if ((await lockOwnedCount(transaction, actor.userId)) >= OWNED_MAX) {
      throw new AppError('too_many_accounts', `One person may own ${OWNED_MAX} accounts`);
    }
    const id = newId<AccountId>();
    const timeZone = input.timeZone ?? (await ownTimeZone());
    await insertAccount(transaction, { id, name: input.name, timeZone, ownerId: actor.userId });
    await recordAudit(within(transaction, id), {
      userId: actor.userId,
      address: actor.address,
      action: 'account.created',
      target: input.name,
      data: { timeZone },
    });
    return goToAccount(transaction, actor, id);

    async function ownTimeZone(): Promise<string> {
      return (await findMember(transaction, actor.userId, actor.accountId))?.timeZone ?? 'UTC';
    }
  });
  ended.session(actor.sessionId);
  return view;
}

/** Changes name, time zone and colour, and removes the logo; what is absent stays. */
export async function changeAccount(
  dependencies: AccountsDependencies,
  actor: Actor,
  { logo, ...patch }: z.output<typeof changeAccountEndpoint.body>,
): Promise<UserView> {
  const view = await withAccountLock(dependencies.database, { actor, needed: 'admin' }, async (locked) => {
    const { account, all, own } = locked;
    const { accountId, userId, address } = actor;
    const before = { name: account.name, timeZone: account.timeZone, color: account.color };
    const after = {
      name: patch.name ?? before.name,
      timeZone: patch.timeZone ?? before.timeZone,
      color: patch.color === undefined ? before.color : patch.color,
    };
    if (!isDeepStrictEqual(after, before)) {
      await updateAccount(all, accountId, after);
      const data = { from: before, to: after };
      await recordAudit(own, { userId, address, action: 'account.changed', target: after.name, data });
    }
    if (logo === null) await replaceLogo(locked, actor, null);
    return viewOf(all, actor);
  });
  if (logo === null) await deleteRemovedFiles(dependencies, actor.accountId);
  return view;
}

/** Sets the logo of the account. */
export async function changeLogo(
  dependencies: AccountsDependencies,
  actor: Actor,
  bytes: Uint8Array,
): Promise<UserView> {
  const { database, files } = dependencies;
  const key = await storePicture(dependencies, bytes);
  try {
    const view = await withAccountLock(database, { actor, needed: 'admin' }, async (locked) => {
      await replaceLogo(locked, actor, key);
      return viewOf(locked.all, actor);
    });
    await deleteRemovedFiles(dependencies, actor.accountId);
    return view;
  } catch (error) {
    // After any other error the row may name it.
    if (AppError.is(error)) await files.remove(avatarFile(key));
    throw error;
  }
}

/** Null: takes the logo away. */
async function replaceLogo(
  { all, own }: Pick<LockedAccount, 'all' | 'own'>,
  { accountId, userId, address }: Actor,
  key: string | null,
): Promise<void> {
  const before = await replacePictureKey(all, { table: 'accounts', id: accountId }, key);
  if (before === key) return;
  if (before) await noteRemovedFiles(own, [avatarFile(before)]);
  const data = { isSet: key !== null };
  await recordAudit(own, { userId, address, action: 'account.logo_changed', target: accountId, data });
}

async function viewOf(transaction: SystemTransaction, { userId, accountId }: Actor): Promise<UserView> {
  const member = await findMember(transaction, userId, accountId);
  if (!member) throw new AppError('session_expired', 'This user has left the account');
  return userView(member, { withAvatar: true });
}

/** The session is about the other account from the next request on; its pages must join again to hear. */
export async function switchAccount(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  accountId: AccountId,
): Promise<UserView> {
  const view = await database.system((transaction) => goToAccount(transaction, actor, accountId));
  ended.session(actor.sessionId);
  return view;
}

/** Takes the session to an account that the person belongs to. Tell `ended.session` after the commit. */
export async function goToAccount(
  transaction: SystemTransaction,
  { userId, sessionId }: Actor,
  accountId: AccountId,
): Promise<UserView> {
  const member = await findMember(transaction, userId, accountId);
  if (!member) throw new AppError('not_found', 'Account not found');
  await moveSession(transaction, sessionId, accountId);
  return userView(member, { withAvatar: true });
}
