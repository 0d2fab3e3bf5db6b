import * as contract from '@hanasu/contract/privacy';
import { DELETE_GRACE_DAYS, type deleteAccount } from '@hanasu/contract/privacy';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { personalData, reAuthenticate, recordAudit } from '../accounts/public.ts';
import {
  lockOwnedAccounts,
  lockPerson,
  type OwnedAccount,
  type PersonRow,
} from './deletion/deletion.store.ts';
import { deletionCancelledMail, deletionScheduledMail } from './deletion/deletion-mails.ts';
import type { PrivacyDependencies } from './dependencies.ts';
import { listExports } from './exports/exports.store.ts';
import { cancelExport, linkExport, removeExport, requestExport, sendExportFile } from './exports/exports.ts';

/** Taking everything along, and being erased. */
export function addPrivacyRoutes(implement: Implement, dependencies: PrivacyDependencies): void {
  const { database } = dependencies;
  implement(contract.deleteAccount, ({ body }, { session }) => scheduleDeletion(dependencies, session, body));
  implement(contract.keepAccount, async (_input, { session }) => {
    await cancelDeletion(dependencies, session);
    return undefined;
  });
  implement(contract.listExports, async (_input, { session }) => ({
    items: await database.account(session.accountId, listExports),
  }));
  implement(contract.createExport, (_input, { session }) => requestExport(dependencies, session));
  implement(contract.cancelExport, ({ params }, { session }) =>
    cancelExport(dependencies, session, params.uuid),
  );
  implement(contract.deleteExport, async ({ params }, { session }) => {
    await removeExport(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.linkExport, ({ params }, { session }) => linkExport(dependencies, session, params.uuid));
  implement(contract.downloadExport, ({ params }, { request, reply }) =>
    sendExportFile(dependencies, { code: params.code, request, reply }),
  );
}

type Input = z.output<typeof deleteAccount.body>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** In seven days this person and every account they own will be erased. Asked again, the day stays the same. */
async function scheduleDeletion(
  dependencies: PrivacyDependencies,
  actor: Actor,
  { name, password }: Input,
): Promise<{ deleteAt: string }> {
  await reAuthenticate(dependencies, actor, { password });
  const deleteAt = await dependencies.database.system(async (transaction) => {
    const person = await lockPerson(transaction, actor.userId);
    if (!person) throw new AppError('session_expired', 'This user no longer exists');
    if (name.normalize('NFC') !== person.username) {
      throw AppError.field('name_differs', 'body.name', 'Type your own user name, exactly');
    }
    return person.deleteAt ?? schedule(transaction, dependencies, actor, person);
  });
  return { deleteAt: deleteAt.toISOString() };
}

async function schedule(
  transaction: SystemTransaction,
  { mail, publicUrl }: PrivacyDependencies,
  actor: Actor,
  person: PersonRow,
): Promise<Date> {
  const accounts = await lockOwnedAccounts(transaction, person.id);
  refuseWhileShared(accounts);
  const deleteAt = new Date(transaction.now() + DELETE_GRACE_DAYS * DAY_MS);
  const accountIds = accounts.map(({ id }) => id);
  await personalData.setDeleteAt(transaction, { userId: person.id, accountIds, deleteAt });
  await personalData.deleteOpenInvitations(transaction, accountIds);
  for (const { id } of accounts) {
    await recordAudit(within(transaction, id), {
      userId: person.id,
      address: actor.address,
      action: 'account.deletion_requested',
      target: person.username,
      data: { deleteAt: deleteAt.toISOString() },
    });
  }
  if (person.email) {
    const facts = { deleteAt, accounts: accounts.map(({ name }) => name), url: `${publicUrl}/Account` };
    const content = deletionScheduledMail(person, facts);
    await mail.write(transaction, { to: person.email, locale: person.locale, content });
  }
  return deleteAt;
}

function refuseWhileShared(accounts: readonly OwnedAccount[]): void {
  const shared = accounts.filter(({ hasOthers }) => hasOthers).map(({ name }) => name);
  if (shared.length === 0) return;
  throw new AppError(
    'transfer_first',
    `Transfer these first, or take their other members out: ${shared.join(', ')}`,
  );
}

/** Takes the wish to be erased back. Without one there is nothing to do; once the day has come it is too late. */
const cancelDeletion = (
  { database, mail }: Pick<PrivacyDependencies, 'database' | 'mail'>,
  { userId, address }: Actor,
): Promise<void> =>
  database.system(async (transaction) => {
    const person = await lockPerson(transaction, userId);
    if (!person || (person.deleteAt && person.deleteAt.getTime() <= transaction.now())) {
      throw new AppError('session_expired', 'This user is being erased');
    }
    if (!person.deleteAt) return;
    const accounts = await lockOwnedAccounts(transaction, userId);
    await personalData.setDeleteAt(transaction, {
      userId,
      accountIds: accounts.map(({ id }) => id),
      deleteAt: null,
    });
    for (const { id } of accounts) {
      await recordAudit(within(transaction, id), {
        userId,
        address,
        action: 'account.deletion_cancelled',
        target: person.username,
        data: {},
      });
    }
    if (person.email) {
      const content = deletionCancelledMail(person);
      await mail.write(transaction, { to: person.email, locale: person.locale, content });
    }
  });
