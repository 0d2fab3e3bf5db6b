import type { CustomerId, TagGroupId, TagId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/tags';
import { foldForSearch } from '@hanasu/contract/text';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { recordAudit } from '../../accounts/public.ts';
import { lockCustomers } from '../customers/customers.store.ts';
import { publishCustomers } from '../customers/publish-customers.ts';
import { giveTag, noSuchTag } from './give-tags.ts';
import * as store from './tags.store.ts';

interface TagDependencies {
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'emit'>;
}

export function addTagRoutes(implement: Implement, dependencies: TagDependencies): void {
  const { database } = dependencies;
  const withAccount = <T>({ accountId }: Actor, run: (transaction: AccountTransaction) => Promise<T>) =>
    database.account(accountId, run);
  implement(contract.listTags, ({ query }, { session }) =>
    withAccount(session, async (transaction) => {
      const { page, pageSize, q, archived, groupUuid } = query;
      const filter = { q: q ? foldForSearch(q) : null, archived, groupId: groupUuid };
      const place = { limit: pageSize, offset: (page - 1) * pageSize };
      return { ...(await store.listTags(transaction, filter, place)), page, pageSize };
    }),
  );
  implement(contract.createTag, ({ body }, { session }) =>
    withAccount(session, (transaction) => createTag(transaction, body)),
  );
  implement(contract.getTag, ({ params }, { session }) =>
    withAccount(session, (transaction) => shownTag(transaction, params.uuid)),
  );
  implement(contract.changeTag, async ({ params, body }, { session }) => {
    const tag = await withAccount(session, (transaction) => changeTag(transaction, params.uuid, body));
    publishCustomers(dependencies, session.accountId, null);
    return tag;
  });
  implement(contract.deleteTag, async ({ params, query }, { session }) => {
    await withAccount(session, (transaction) =>
      deleteTag(transaction, session, { id: params.uuid, into: query.into }),
    );
    publishCustomers(dependencies, session.accountId, null);
    return undefined;
  });
  addTagGroupRoutes(implement, withAccount);
}

function addTagGroupRoutes(
  implement: Implement,
  withAccount: <T>(session: Actor, run: (transaction: AccountTransaction) => Promise<T>) => Promise<T>,
): void {
  implement(contract.listTagGroups, ({ query }, { session }) =>
    withAccount(session, async (transaction) => {
      const { page, pageSize, q } = query;
      const all = await store.listTagGroups(transaction);
      const found = all.filter(({ name }) => foldForSearch(name).includes(foldForSearch(q ?? '')));
      const items = found.slice((page - 1) * pageSize, page * pageSize);
      return { items, total: found.length, page, pageSize };
    }),
  );
  implement(contract.createTagGroup, ({ body }, { session }) =>
    withAccount(session, async (transaction) => {
      const all = await store.listTagGroups(transaction);
      if (all.length >= contract.TAG_GROUPS_MAX) throw tooMany(`${contract.TAG_GROUPS_MAX} groups of tags`);
      const id = newId<TagGroupId>();
      if (!(await store.insertTagGroup(transaction, { ...body, id }))) throw nameTaken();
      return shownGroup(transaction, id);
    }),
  );
  implement(contract.getTagGroup, ({ params }, { session }) =>
    withAccount(session, (transaction) => shownGroup(transaction, params.uuid)),
  );
  implement(contract.changeTagGroup, ({ params, body }, { session }) =>
    withAccount(session, (transaction) => changeTagGroup(transaction, params.uuid, body)),
  );
  implement(contract.deleteTagGroup, ({ params }, { session }) =>
    withAccount(session, async (transaction) => {
      const group = await lockedGroup(transaction, params.uuid);
      await store.deleteTagGroup(transaction, params.uuid);
      await recordAudit(transaction, {
        userId: session.userId,
        action: 'tag_group.deleted',
        target: params.uuid,
        data: { name: group.name },
        address: session.address,
      });
      return undefined;
    }),
  );
}

async function createTag(
  transaction: AccountTransaction,
  { name, color, groupUuid }: z.output<typeof contract.createTag.body>,
): Promise<contract.TagView> {
  if ((await store.countTags(transaction)) >= contract.TAGS_MAX) throw tooMany(`${contract.TAGS_MAX} tags`);
  if (groupUuid && !(await store.findTagGroup(transaction, groupUuid))) throw noSuchGroup();
  const id = newId<TagId>();
  if (!(await store.insertTag(transaction, { id, name, color, groupId: groupUuid }))) throw nameTaken();
  return shownTag(transaction, id);
}

async function changeTag(
  transaction: AccountTransaction,
  id: TagId,
  { archived, name, color, groupUuid, position }: z.output<typeof contract.changeTag.body>,
): Promise<contract.TagView> {
  const target = groupUuid ? await lockedGroup(transaction, groupUuid) : null;
  await store.lockTags(transaction, [id]);
  const before = await shownTag(transaction, id);
  const archivedAt = archived === undefined ? before.archivedAt : archived ? 'now' : null;
  const after = {
    ...before,
    name: name ?? before.name,
    color: color ?? before.color,
    groupUuid: groupUuid === undefined ? before.groupUuid : groupUuid,
    position: position ?? before.position,
    archivedAt,
  };
  if (archivedAt === null && (await store.isTagNameTaken(transaction, after.name, id))) throw nameTaken();
  await store.updateTag(transaction, after);
  if (after.groupUuid !== before.groupUuid) await regroup(transaction, [id], target);
  return shownTag(transaction, id);
}

/** Tags that are locked belong to this group from now on. */
async function regroup(
  transaction: AccountTransaction,
  moved: readonly TagId[],
  group: contract.TagGroupView | null,
): Promise<void> {
  if (group?.exclusive) {
    const inGroup = await store.lockTagsOf(transaction, group.uuid);
    const several = await store.countWithSeveral(transaction, [...new Set([...inGroup, ...moved])]);
    if (several > 0)
      throw new AppError('tag_group_conflict', `${several} customers have several tags of this group`);
  }
  await store.noteExclusive(transaction, moved, group?.exclusive ? group.uuid : null);
}

const MERGED_AT_ONCE = 5_000;

/** Whoever has the tag gets `into` instead, if it is given. */
async function deleteTag(
  transaction: AccountTransaction,
  session: Actor,
  { id, into }: { readonly id: TagId; readonly into: TagId | undefined },
): Promise<undefined> {
  const tag = await shownTag(transaction, id);
  if (into === id) throw AppError.field('validation_failed', 'query.into', 'A tag cannot take its own place');
  if (into && !(await store.openTag(transaction, into)))
    throw AppError.field('validation_failed', 'query.into', 'There is no such tag, or it is archived');
  const by = { kind: 'staff', id: session.userId } as const;
  while (into) {
    const customerIds = await store.customersWith(transaction, id, MERGED_AT_ONCE);
    if (customerIds.length === 0) break;
    const locked = (await lockCustomers(transaction, customerIds)).map((customer): CustomerId => customer.id);
    await giveTag(transaction, locked, { tagId: into, by });
    await store.removeTag(transaction, customerIds, id);
  }
  await store.deleteTag(transaction, id);
  await recordAudit(transaction, {
    userId: session.userId,
    action: into ? 'tag.merged' : 'tag.deleted',
    target: id,
    data: { name: tag.name, customers: tag.customers, ...(into && { into }) },
    address: session.address,
  });
  return undefined;
}

async function changeTagGroup(
  transaction: AccountTransaction,
  id: TagGroupId,
  { name, exclusive, position }: z.output<typeof contract.changeTagGroup.body>,
): Promise<contract.TagGroupView> {
  const before = await lockedGroup(transaction, id);
  const after = {
    ...before,
    name: name ?? before.name,
    exclusive: exclusive ?? before.exclusive,
    position: position ?? before.position,
  };
  if (!(await store.updateTagGroup(transaction, after))) throw nameTaken();
  if (after.exclusive !== before.exclusive)
    await regroup(transaction, await store.lockTagsOf(transaction, id), after);
  return shownGroup(transaction, id);
}

async function shownTag(transaction: AccountTransaction, id: TagId): Promise<contract.TagView> {
  const tag = await store.findTag(transaction, id);
  if (!tag) throw noSuchTag();
  return tag;
}

const lockedGroup = (transaction: AccountTransaction, id: TagGroupId) =>
  shownGroup(transaction, id, { isLocked: true });

async function shownGroup(
  transaction: AccountTransaction,
  id: TagGroupId,
  options: { isLocked?: boolean } = {},
): Promise<contract.TagGroupView> {
  const group = await store.findTagGroup(transaction, id, options);
  if (!group) throw noSuchGroup();
  return group;
}

const noSuchGroup = () => new AppError('not_found', 'Group of tags not found');
const nameTaken = () => AppError.field('name_taken', 'body.name', 'This name is in use');
const tooMany = (what: string) => new AppError('too_many_tags', `An account may have ${what}`);
