import {
  bulkAllCustomers,
  type CustomerTaskView,
  eraseAllCustomers,
  getCustomerTask,
  listCustomerTasks,
  stopCustomerTask,
  undoCustomerTask,
} from '@hanasu/contract/customer-tasks';
import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { createTag } from '@hanasu/contract/tags';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const add = async (name: string) => (await person.call(createCustomer, { body: { displayName: name } })).uuid;
const namesLeft = async () => {
  const { items } = await person.call(listCustomers, { query: { sort: 'name' } });
  return items.map(({ name }) => name);
};
const until = (uuid: CustomerTaskId, isSo: (task: CustomerTaskView) => boolean) =>
  eventually('the task is there', async () => {
    const task = await person.call(getCustomerTask, { params: { uuid } });
    return isSo(task) && task;
  });
const storedParams = async (uuid: CustomerTaskId) =>
  (await server.sql<{ params: object }>('select params from customer_tasks where id = $1', [uuid]))[0]
    ?.params;

test('everybody in a list is erased and nobody else, and what was searched for is forgotten', async () => {
  const tag = await person.call(createTag, { body: { name: 'Left' } });
  for (const name of ['An', 'Anh', 'Andrea']) await add(name);
  const other = await add('Binh');
  await person.call(changeCustomer, { params: { uuid: other }, body: { addTags: [tag.uuid] } });
  const task = await person.call(eraseAllCustomers, { body: { query: { q: 'an' }, atMost: 3 } });
  expect(task).toMatchObject({ kind: 'erase', total: 3 });
  const done = await until(task.uuid, ({ state }) => state === 'done');
  expect(done).toMatchObject({ done: 3, counts: { changed: 3, same: 0 }, undoUntil: null });
  expect(await namesLeft()).toEqual(['Binh']);
  expect(await storedParams(task.uuid)).not.toHaveProperty('query');
  const undo = person.call(undoCustomerTask, { params: { uuid: task.uuid } });
  await expect(undo).rejects.toThrow('task_state');
  const { items } = await person.call(listAudit, { query: { page: 1, pageSize: 100 } });
  const actions = items.map(({ action }) => action);
  expect(actions.filter((action) => action === 'customer.erased')).toHaveLength(3);
  expect(actions.filter((action) => action === 'customers.erased')).toHaveLength(1);
});

test('more than were shown are not erased, and operators erase nobody', async () => {
  await add('An');
  await add('Binh');
  await expect(person.call(eraseAllCustomers, { body: { atMost: 1 } })).rejects.toThrow('more_customers');
  const operator = await addMember(server, person, 'operator');
  await expect(operator.call(eraseAllCustomers, { body: { atMost: 2 } })).rejects.toThrow('403');
  const task = await person.call(eraseAllCustomers, { body: { query: { q: 'binh' }, atMost: 1 } });
  await until(task.uuid, ({ state }) => state === 'done');
  expect(await namesLeft()).toEqual(['An']);
  const params = { uuid: task.uuid };
  await expect(operator.call(getCustomerTask, { params })).rejects.toThrow('404');
  await expect(operator.call(stopCustomerTask, { params })).rejects.toThrow('404');
  expect((await operator.call(listCustomerTasks, {})).items).toEqual([]);
});

test('it is stopped where it is, and the others can be changed and erased later', async () => {
  await server.sql(
    `insert into customers (account_id, id, source, name)
     select $1, gen_random_uuid(), 'import', 'Customer ' || n from generate_series(1, 150) n`,
    [person.user.account.uuid],
  );
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  const { uuid } = await person.call(eraseAllCustomers, { body: { query: { q: 'customer' }, atMost: 150 } });
  await until(uuid, ({ done }) => done > 2);
  const stopped = await person.call(stopCustomerTask, { params: { uuid } });
  expect(stopped).toMatchObject({ state: 'stopped', undoUntil: null });
  const total = (await person.call(listCustomers, {})).total ?? 0;
  expect(total).toBe(150 - stopped.done);
  expect(total).toBeGreaterThan(0);
  expect(await storedParams(uuid)).not.toHaveProperty('query');
  const action = { kind: 'tag' as const, tagUuid: tag.uuid };
  const tagging = await person.call(bulkAllCustomers, { body: { action, atMost: total } });
  await until(tagging.uuid, ({ state }) => state === 'done');
  const rest = await person.call(eraseAllCustomers, { body: { atMost: total } });
  expect(await until(rest.uuid, ({ state }) => state === 'done')).toMatchObject({ done: total });
  expect(await namesLeft()).toEqual([]);
});
