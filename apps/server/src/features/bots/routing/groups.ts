import type { GroupInput, GroupPatch, GroupView } from '@hanasu/contract/groups';
import * as contract from '@hanasu/contract/groups';
import type { GroupId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { BotGroupRouter } from './choose-bot.ts';
import {
  deleteGroup as deleteRow,
  existingBots,
  existingSegments,
  findGroup,
  type GroupRow,
  groupView,
  insertGroup,
  listPage,
  lockGroup,
  replaceMembers,
  updateGroup,
} from './groups.store.ts';

export interface GroupRouteDependencies extends GroupDependencies {
  readonly router: BotGroupRouter;
}

const routesMissing = () => new AppError('not_found', 'Group not found');

export function addGroupRoutes(implement: Implement, dependencies: GroupRouteDependencies): void {
  const { database, router } = dependencies;
  implement(contract.listGroups, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { page, pageSize, q } = query;
      const { rows, total } = await listPage(transaction, {
        q,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { items: rows.map(groupView), total, page, pageSize };
    }),
  );
  implement(contract.createGroup, ({ body }, { session }) => createGroup(dependencies, session, body));
  implement(contract.getGroup, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const row = await findGroup(transaction, params.uuid);
      if (!row) throw routesMissing();
      return groupView(row);
    }),
  );
  implement(contract.updateGroup, ({ params, body }, { session }) =>
    changeGroup(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.deleteGroup, async ({ params }, { session }) => {
    await deleteGroup(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.testGroup, async ({ params, body }, { session }) => {
    const outcome = await router.choose({
      accountId: session.accountId,
      groupId: params.uuid,
      text: body.message,
      history: body.history,
      previousBotId: body.previousBotUuid,
      customerId: body.customerUuid,
    });
    if (outcome.kind === 'not-found') throw routesMissing();
    return outcome.why;
  });
}

interface GroupDependencies {
  readonly database: Database;
  /** Whether a model can be asked who should answer: the built-in one, which only quotes, can't. */
  readonly canRoute: (transaction: AccountTransaction, serviceUuid: string) => Promise<boolean>;
  /** Takes the group off its channels, in the transaction that deletes it. */
  readonly releaseChannels: (transaction: AccountTransaction, id: GroupId) => Promise<void>;
}

const createGroup = (
  dependencies: GroupDependencies,
  { accountId }: Actor,
  input: GroupInput,
): Promise<GroupView> =>
  dependencies.database.account(accountId, async (transaction) => {
    await validateGroup(dependencies, transaction, { checked: input, before: null });
    const id = newId<GroupId>();
    await insertGroup(transaction, id, input);
    await replaceMembers(transaction, id, input.members);
    return groupView(await existing(transaction, id));
  });

/** Fields that are absent stay as they are. */
const changeGroup = (
  dependencies: GroupDependencies,
  { actor: { accountId }, id }: { readonly actor: Actor; readonly id: GroupId },
  patch: GroupPatch,
): Promise<GroupView> =>
  dependencies.database.account(accountId, async (transaction) => {
    if (!(await lockGroup(transaction, id))) throw groupsMissing();
    const before = await existing(transaction, id);
    const merged = { ...before, fallbackBotUuid: before.fallbackBotId, ...patch };
    await validateGroup(dependencies, transaction, { checked: merged, before });
    await updateGroup(transaction, id, merged);
    if (patch.members) await replaceMembers(transaction, id, patch.members);
    return groupView(await existing(transaction, id));
  });

const groupsMissing = (): AppError => new AppError('not_found', 'Group not found');

async function existing(transaction: AccountTransaction, id: GroupId): Promise<GroupRow> {
  const row = await findGroup(transaction, id);
  if (!row) throw groupsMissing();
  return row;
}

type Checked = Pick<GroupInput, 'router' | 'serviceUuid' | 'fallbackBotUuid'> & {
  readonly members: readonly Pick<GroupInput['members'][number], 'botUuid' | 'rules'>[];
};

/** A group may keep a model that has become unavailable since, but not choose one. */
async function validateGroup(
  { canRoute }: GroupDependencies,
  transaction: AccountTransaction,
  {
    checked: { router, serviceUuid, fallbackBotUuid, members },
    before,
  }: { readonly checked: Checked; readonly before: GroupRow | null },
): Promise<void> {
  if (router === 'model' && serviceUuid === null) {
    throw AppError.field('validation_failed', 'body.serviceUuid', 'choose the model that routes questions');
  }
  const isNew = serviceUuid !== null && serviceUuid !== before?.serviceUuid;
  if (isNew && !(await canRoute(transaction, serviceUuid))) {
    throw AppError.field(
      'service_unavailable_model',
      'body.serviceUuid',
      'this model cannot route questions',
    );
  }
  await validateSegments(transaction, members);
  const wanted = [...members.map(({ botUuid }) => botUuid), ...(fallbackBotUuid ? [fallbackBotUuid] : [])];
  const known = await existingBots(transaction, wanted);
  const unknown = members.findIndex(({ botUuid }) => !known.has(botUuid));
  if (unknown >= 0)
    throw AppError.field('validation_failed', `body.members.${unknown}.botUuid`, 'bot not found');
  if (fallbackBotUuid && !known.has(fallbackBotUuid)) {
    throw AppError.field('validation_failed', 'body.fallbackBotUuid', 'bot not found');
  }
}

async function validateSegments(transaction: AccountTransaction, members: Checked['members']): Promise<void> {
  const named = members.flatMap(({ rules }, member) =>
    rules.flatMap((rule, position) =>
      rule.kind === 'segment' ? [{ id: rule.segmentUuid, path: `${member}.rules.${position}` }] : [],
    ),
  );
  const ids = named.map(({ id }) => id);
  const known = ids.length > 0 ? await existingSegments(transaction, ids) : new Set();
  const unknown = named.find(({ id }) => !known.has(id));
  if (unknown)
    throw AppError.field(
      'validation_failed',
      `body.members.${unknown.path}.segmentUuid`,
      'segment not found',
    );
}

/** Its bots stay, and so do its channels: their conversations wait for a person. */
const deleteGroup = (
  { database, releaseChannels }: Pick<GroupDependencies, 'database' | 'releaseChannels'>,
  { accountId, userId, address }: Actor,
  id: GroupId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    const group = await findGroup(transaction, id);
    if (group) await releaseChannels(transaction, id);
    if (!group || !(await deleteRow(transaction, id))) throw new AppError('not_found', 'Group not found');
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'group.deleted', target: group.name, data });
  });
