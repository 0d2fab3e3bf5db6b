import { createActionRule } from '@hanasu/contract/actions';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { changeCustomer, createCustomer } from '@hanasu/contract/customers';
import { createTag } from '@hanasu/contract/tags';
import { createWebHook, type WEB_HOOK_EVENTS } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, say } from '../../testing/test-shop.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

interface Delivery {
  readonly event: string;
  readonly data: {
    readonly customer: { readonly uuid: string; readonly fields: object; readonly name: string };
    readonly event: { readonly kind: string; readonly tagUuid?: string };
    readonly rule?: { readonly name: string };
    readonly conversation?: { readonly customerName: string };
  };
}
const deliveries = () =>
  server.sql<Delivery>(
    `select event, payload -> 'data' as data from web_hook_deliveries where account_id = $1 order by id`,
    [person.user.account.uuid],
  );
const heard = (wanted: number) =>
  eventually(`${wanted} deliveries`, async () => {
    const found = await deliveries();
    return found.length >= wanted && found;
  });
const addHook = (events: readonly (typeof WEB_HOOK_EVENTS)[number][]) =>
  person.call(createWebHook, { body: { url: 'https://hooks.example/customers', events: [...events] } });

test('a hook hears of customers that are added, changed and tagged, in that order', async () => {
  await addHook(['customer.created', 'customer.updated', 'customer.tagged']);
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  const { uuid } = await person.call(createCustomer, { body: { displayName: 'Hana' } });
  await person.call(changeCustomer, { params: { uuid }, body: { note: 'Regular', addTags: [tag.uuid] } });
  const found = await heard(3);
  expect(found.map(({ event }) => event)).toEqual([
    'customer.created',
    'customer.updated',
    'customer.tagged',
  ]);
  expect(found.every(({ data }) => data.customer.uuid === uuid && data.customer.name === 'Hana')).toBe(true);
  expect(found[2]?.data.event).toMatchObject({ kind: 'tagged', tagUuid: tag.uuid });
});

test('fields that are hidden from the role of who made the hook are not sent', async () => {
  const hidden = await person.call(createCustomerField, {
    body: { label: 'Debt', kind: 'text', hiddenFrom: ['viewer', 'operator'] },
  });
  const shown = await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } });
  await addHook(['customer.updated']);
  const { uuid } = await person.call(createCustomer, { body: {} });
  const fields = { [hidden.uuid]: 'a lot', [shown.uuid]: 'L' };
  await person.call(changeCustomer, { params: { uuid }, body: { fields } });
  expect((await heard(1))[0]?.data.customer.fields).toEqual(fields);
  await server.sql(`update web_hooks set created_by = null where account_id = $1`, [
    person.user.account.uuid,
  ]);
  await person.call(changeCustomer, { params: { uuid }, body: { note: 'Again' } });
  expect((await heard(2))[1]?.data.customer.fields).toEqual({ [shown.uuid]: 'L' });
});

test('a rule calls a hook that listens to nothing else, and says which rule it was', async () => {
  const hook = await addHook(['conversation.closed']);
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  await person.call(createActionRule, {
    body: {
      name: 'Call',
      trigger: { kind: 'tagged', tagUuid: null },
      actions: [{ kind: 'webHook', hookUuid: hook.uuid }],
    },
  });
  const { uuid } = await person.call(createCustomer, { body: {} });
  await person.call(changeCustomer, { params: { uuid }, body: { addTags: [tag.uuid] } });
  expect(await heard(1)).toMatchObject([
    { event: 'customer.rule', data: { customer: { uuid }, rule: { name: 'Call' } } },
  ]);
});

test('events are noted as waiting only where a hook or a rule listens', async () => {
  const { uuid } = await person.call(createCustomer, { body: {} });
  const waiting = () =>
    server.sql(`select 1 from customer_events where account_id = $1 and attempts > 0`, [
      person.user.account.uuid,
    ]);
  await addHook(['customer.tagged']);
  await person.call(changeCustomer, { params: { uuid }, body: { note: 'Quiet' } });
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  await person.call(changeCustomer, { params: { uuid }, body: { addTags: [tag.uuid] } });
  await heard(1);
  expect(await waiting()).toHaveLength(1);
});

test('in events of a conversation a customer has the name that staff gave', async () => {
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'hanako', 'Hello');
  await conversationOf(person, channel.uuid);
  const [row] = await server.sql<{ id: string }>(
    `select customer_id as id from friends where channel_id = $1`,
    [channel.uuid],
  );
  await person.call(changeCustomer, {
    params: { uuid: (row?.id ?? '') as never },
    body: { displayName: 'Ms Hanako of room 5' },
  });
  await addHook(['message.received']);
  await say(person, channel.uuid, 'hanako', 'Hello again');
  expect((await heard(1))[0]?.data.conversation?.customerName).toBe('Ms Hanako of room 5');
});
