import { changeCustomerField, createCustomerField } from '@hanasu/contract/customer-fields';
import { mergeCustomers } from '@hanasu/contract/customer-merges';
import { bulkAllCustomers } from '@hanasu/contract/customer-tasks';
import { bulkCustomers, changeCustomer, createCustomer, deleteCustomer } from '@hanasu/contract/customers';
import { JOIN_EVENT, UPDATE_CUSTOMERS } from '@hanasu/contract/realtime';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

/** What a page of this person hears of customers, as it came. */
async function openPage(person: SignedIn) {
  const socket = io(server.address, { transports: ['websocket'], forceNew: true });
  const heard: unknown[] = [];
  socket.on(UPDATE_CUSTOMERS, (raw: unknown) => heard.push(raw));
  await socket.timeout(5_000).emitWithAck(JOIN_EVENT, person.jwt);
  return {
    heard,
    /** What came next. */
    next: (what: string) => eventually(what, async () => heard.shift()),
    close: () => socket.disconnect(),
  };
}

test('pages of the account learn which customers were changed, and nothing of what is known of them', async () => {
  const owner = await server.register();
  const viewer = await addMember(server, owner, 'viewer');
  const stranger = await openPage(await server.register());
  const page = await openPage(viewer);
  const field = await owner.call(createCustomerField, { body: { label: 'Illness', kind: 'text' } });
  await owner.call(changeCustomerField, { params: { uuid: field.uuid }, body: { hiddenFrom: ['viewer'] } });
  const tag = await owner.call(createTag, { body: { name: 'VIP' } });

  const an = await owner.call(createCustomer, { body: { displayName: 'An' } });
  expect(await page.next('somebody new')).toEqual({ uuids: null });
  const binh = await owner.call(createCustomer, { body: { displayName: 'Binh' } });
  expect(await page.next('somebody else')).toEqual({ uuids: null });
  const params = { uuid: an.uuid };
  await owner.call(changeCustomer, {
    params,
    body: { displayName: 'Anh', fields: { [field.uuid]: 'asthma' } },
  });
  // All of it: the field is hidden from whoever listens here.
  expect(await page.next('a name and a field')).toEqual({ uuids: [an.uuid] });
  const action = { kind: 'tag' as const, tagUuid: tag.uuid };
  await owner.call(bulkCustomers, { body: { uuids: [an.uuid, binh.uuid], action } });
  const both = expect.arrayContaining([an.uuid, binh.uuid]);
  expect(await page.next('a tag')).toEqual({ uuids: both });
  await owner.call(mergeCustomers, { params, body: { otherUuid: binh.uuid } });
  expect(await page.next('a merge')).toEqual({ uuids: [an.uuid, binh.uuid] });
  await owner.call(deleteTag, { params: { uuid: tag.uuid } });
  expect(await page.next('a tag that is gone')).toEqual({ uuids: null });
  await owner.call(bulkAllCustomers, {
    body: { action: { kind: 'assign', ownerUuid: owner.user.uuid }, atMost: 1 },
  });
  expect(await page.next('everybody in the list')).toEqual({ uuids: null });
  await eventually('the change has ended', async () => {
    const rows = await server.sql("select 1 from customer_tasks where state = 'done' and account_id = $1", [
      owner.user.account.uuid,
    ]);
    return rows.length === 1;
  });
  page.heard.splice(0);
  await owner.call(deleteCustomer, { params });
  await eventually('they are erased', async () =>
    page.heard.some((raw) => JSON.stringify(raw) === JSON.stringify({ uuids: [an.uuid] })),
  );
  expect(stranger.heard).toEqual([]);
  page.close();
  stranger.close();
});
