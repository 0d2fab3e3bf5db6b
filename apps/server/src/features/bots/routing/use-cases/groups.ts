import type { GroupInput, GroupPatch, GroupView } from '@hanasu/contract/groups';
import type { GroupId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../accounts/public.ts';
import {
  deleteGroup as deleteRow,
  existingBots,
  findGroup,
  type GroupRow,
  groupView,
  insertGroup,
  lockGroup,
  replaceMembers,
  updateGroup,
} from '../groups.store.ts';

export interface GroupDependencies {
  readonly database: Database;
  /** Whether a model can be asked who should answer: the built-in one, which only quotes, can't. */
  readonly canRoute: (serviceUuid: string) => boolean;
  /** Takes the group off its channels, in the transaction that deletes it. */
  readonly releaseChannels: (transaction: AccountTransaction, id: GroupId) => Promise<void>;
}

export const createGroup = (
  dependencies: GroupDependencies,
  { accountId }: Actor,
  input: GroupInput,
): Promise<GroupView> =>
  dependencies.database.account(accountId, async (transaction) => {
    await refuseInvalid(dependencies, transaction, input, null);
    const id = newId<GroupId>();
    await insertGroup(transaction, id, input);
    await replaceMembers(transaction, id, input.members);
    return groupView(await existing(transaction, id));
  });

/** Fields that are absent stay as they are. */
export const changeGroup = (
  dependencies: GroupDependencies,
  { accountId }: Actor,
  id: GroupId,
  patch: GroupPatch,
): Promise<GroupView> =>
  dependencies.database.account(accountId, async (transaction) => {
    if (!(await lockGroup(transaction, id))) throw missing();
    const before = await existing(transaction, id);
    const merged = { ...before, fallbackBotUuid: before.fallbackBotId, ...patch };
    await refuseInvalid(dependencies, transaction, merged, before);
    await updateGroup(transaction, id, merged);
    if (patch.members) await replaceMembers(transaction, id, patch.members);
    return groupView(await existing(transaction, id));
  });

const missing = (): AppError => new AppError('not_found', 'There is no such group');

async function existing(transaction: AccountTransaction, id: GroupId): Promise<GroupRow> {
  const row = await findGroup(transaction, id);
  if (!row) throw missing();
  return row;
}

type Checked = Pick<GroupInput, 'router' | 'serviceUuid' | 'fallbackBotUuid'> & {
  readonly members: readonly Pick<GroupInput['members'][number], 'botUuid'>[];
};

/** A group may keep a model that has become unavailable since, but not choose one. */
async function refuseInvalid(
  { canRoute }: GroupDependencies,
  transaction: AccountTransaction,
  { router, serviceUuid, fallbackBotUuid, members }: Checked,
  before: GroupRow | null,
): Promise<void> {
  if (router === 'model' && serviceUuid === null) {
    throw AppError.field('validation_failed', 'body.serviceUuid', 'which model chooses?');
  }
  if (serviceUuid !== null && serviceUuid !== before?.serviceUuid && !canRoute(serviceUuid)) {
    throw AppError.field('service_unavailable_model', 'body.serviceUuid', 'this model can’t choose');
  }
  const wanted = [...members.map(({ botUuid }) => botUuid), ...(fallbackBotUuid ? [fallbackBotUuid] : [])];
  const known = await existingBots(transaction, wanted);
  const unknown = members.findIndex(({ botUuid }) => !known.has(botUuid));
  if (unknown >= 0)
    throw AppError.field('validation_failed', `body.members.${unknown}.botUuid`, 'no such bot');
  if (fallbackBotUuid && !known.has(fallbackBotUuid)) {
    throw AppError.field('validation_failed', 'body.fallbackBotUuid', 'no such bot');
  }
}

/** Its bots stay, and so do its channels: their conversations wait for a person. */
export const deleteGroup = (
  { database, releaseChannels }: Pick<GroupDependencies, 'database' | 'releaseChannels'>,
  { accountId, userId, address }: Actor,
  id: GroupId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    const group = await findGroup(transaction, id);
    if (group) await releaseChannels(transaction, id);
    if (!group || !(await deleteRow(transaction, id)))
      throw new AppError('not_found', 'There is no such group');
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'group.deleted', target: group.name, data });
  });
