import type { Role } from '@hanasu/contract/accounts';
import { type bulkAllCustomers, UNDO_DAYS } from '@hanasu/contract/customer-tasks';
import type { BulkCustomers } from '@hanasu/contract/customers';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { changeMany } from '../customers/change-many.ts';
import { type CustomerPlace, listCustomers } from '../customers/customers.store.ts';
import { filterOf } from '../customers/filter-customers.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import { advance, type TaskRun } from './advance.ts';
import { addCounts } from './count-outcomes.ts';
import { type CustomerTask, insertRows, type TaskRow, updateTask } from './tasks.store.ts';

const BATCH = 500;

type BulkParams = Pick<EndpointRequest<typeof bulkAllCustomers>['body'], 'query' | 'action'> & {
  readonly role: Role;
};

/** Changes everybody whom a list shows, some at a time; goes on where it was. */
export async function runBulk(run: TaskRun, task: CustomerTask, language: SegmentLanguage): Promise<void> {
  let isOver = false;
  while (!isOver) {
    const isWanted = await advance(run, 'running', async (transaction, now) => {
      isOver = await changeSome(transaction, now, language);
    });
    if (!isWanted) return;
  }
  await advance(run, 'running', (transaction) =>
    updateTask(transaction, task.id, { state: 'done', hasEnded: true, undoDays: UNDO_DAYS }),
  );
}

/** True: those were the last. Who has come since it was asked for is left alone. */
async function changeSome(
  transaction: AccountTransaction,
  task: CustomerTask,
  language: SegmentLanguage,
): Promise<boolean> {
  const { query, action, role } = task.params as unknown as BulkParams;
  if (task.startedBy === null) throw new Error('whoever asked for it is gone');
  const page = await listCustomers(transaction, await filterOf(transaction, language, { query, role }), {
    sort: 'createdAt',
    limit: BATCH,
    after: (task.found.after as CustomerPlace | undefined) ?? null,
    offset: 0,
    hidden: [],
  });
  const meant = page.items.filter(({ createdAt }) => new Date(createdAt) <= task.createdAt);
  const uuids = meant.map(({ uuid }) => uuid);
  const changed = await changeMany(transaction, { userId: task.startedBy }, { uuids, action });
  const rows = changed.map(
    (one, index): TaskRow => ({
      row: task.done + index + 1,
      outcome: 'changed',
      customerId: one.uuid,
      data: recordOf(action, one),
    }),
  );
  await insertRows(transaction, task.id, rows);
  const isLast = page.next === null || meant.length < page.items.length;
  await updateTask(transaction, task.id, {
    done: task.done + uuids.length,
    counts: addCounts(task.counts, { changed: changed.length, same: uuids.length - changed.length }),
    found: { after: page.next },
  });
  return isLast;
}

type Changed = Awaited<ReturnType<typeof changeMany>>[number];

function recordOf(
  action: ReturnType<typeof BulkCustomers.parse>,
  { ownerUuid, replacedTagUuid }: Changed,
): TaskRow['data'] {
  switch (action.kind) {
    case 'tag':
      return { facts: ['tags'], tags: [{ tagId: action.tagUuid, replacedTagId: replacedTagUuid }] };
    case 'untag':
      return { facts: ['tags'], untagged: action.tagUuid };
    case 'assign':
      return { facts: ['ownerId'], before: { ownerId: ownerUuid }, after: { ownerId: action.ownerUuid } };
    default:
      return action satisfies never;
  }
}
