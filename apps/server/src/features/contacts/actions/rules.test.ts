import {
  type Action,
  changeActionRule,
  createActionRule,
  deleteActionRule,
  getActionRule,
  listActionRules,
  listRuleRuns,
  type RuleTrigger,
  tryActionRule,
} from '@hanasu/contract/actions';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import {
  bulkCustomers,
  changeCustomer,
  createCustomer,
  customerTimeline,
  getCustomer,
} from '@hanasu/contract/customers';
import type { ActionRuleId, CustomerId, TagId } from '@hanasu/contract/ids';
import { createSegment, deleteSegment } from '@hanasu/contract/segments';
import { changeTag, createTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const newTag = async (name: string) => (await person.call(createTag, { body: { name } })).uuid;
const newCustomer = async () => (await person.call(createCustomer, { body: {} })).uuid;
const give = (uuid: CustomerId, ...addTags: TagId[]) =>
  person.call(changeCustomer, { params: { uuid }, body: { addTags } });
const tagsOf = async (uuid: CustomerId) =>
  (await person.call(getCustomer, { params: { uuid } })).tags.map(({ name }) => name).toSorted();
const addRule = (name: string, trigger: RuleTrigger, actions: Action[], more: object = {}) =>
  person.call(createActionRule, { body: { name, trigger, actions, ...more } });
const logOf = async (uuid: ActionRuleId) =>
  (await person.call(listRuleRuns, { params: { uuid }, query: { pageSize: 100 } })).items;
/** Nothing of the account waits any more. */
const settled = () =>
  vi.waitFor(
    async () => {
      const [row] = await server.sql<{ count: number }>(
        `select count(*)::int as count from customer_events where account_id = $1 and due_at is not null`,
        [person.user.account.uuid],
      );
      expect(row?.count).toBe(0);
    },
    { timeout: 15_000, interval: 50 },
  );

test('a rule tags who gets another tag, and the timeline says why', async () => {
  const [first, second] = [await newTag('Trial'), await newTag('Lead')];
  const rule = await addRule('Trials', { kind: 'tagged', tagUuid: first }, [
    { kind: 'tag', tagUuid: second },
  ]);
  const customer = await newCustomer();
  await give(customer, first);
  await settled();
  expect(await tagsOf(customer)).toEqual(['Lead', 'Trial']);
  const { items } = await person.call(customerTimeline, { params: { uuid: customer } });
  expect(items[0]).toMatchObject({
    kind: 'tagged',
    tag: { name: 'Lead' },
    by: { kind: 'rule', name: 'Trials' },
    cause: { kind: 'tagged' },
  });
  expect(await logOf(rule.uuid)).toMatchObject([
    { customer: { uuid: customer }, event: { kind: 'tagged' }, action: { kind: 'tag' }, state: 'done' },
  ]);
  expect(await person.call(getActionRule, { params: { uuid: rule.uuid } })).toMatchObject({
    done: 1,
    failed: 0,
  });
});

test('another tag, another event and what happened before a rule was switched on set nothing off', async () => {
  const [seen, other, given] = [await newTag('A'), await newTag('B'), await newTag('C')];
  const customer = await newCustomer();
  await give(customer, seen);
  const rule = await addRule('Late', { kind: 'tagged', tagUuid: seen }, [{ kind: 'tag', tagUuid: given }]);
  await give(customer, other);
  await person.call(changeCustomer, { params: { uuid: customer }, body: { removeTags: [seen] } });
  await settled();
  expect(await tagsOf(customer)).toEqual(['B']);
  await person.call(changeActionRule, { params: { uuid: rule.uuid }, body: { enabled: false } });
  await give(customer, seen);
  await person.call(changeActionRule, { params: { uuid: rule.uuid }, body: { enabled: true } });
  await settled();
  expect(await tagsOf(customer)).toEqual(['A', 'B']);
});

test('a rule is for those in its segment alone, a saved one or one of its own', async () => {
  const [seen, vip, given, also] = [
    await newTag('A'),
    await newTag('VIP'),
    await newTag('C'),
    await newTag('D'),
  ];
  const definition = {
    kind: 'and' as const,
    items: [{ kind: 'tag' as const, match: 'any' as const, tagUuids: [vip] }],
  };
  const { uuid: segmentUuid } = await person.call(createSegment, { body: { name: 'VIPs', definition } });
  await addRule('Own', { kind: 'tagged', tagUuid: seen }, [{ kind: 'tag', tagUuid: given }], { definition });
  const saved = await addRule('Saved', { kind: 'tagged', tagUuid: seen }, [{ kind: 'tag', tagUuid: also }], {
    segmentUuid,
  });
  const [inside, outside] = [await newCustomer(), await newCustomer()];
  await give(inside, vip);
  await give(inside, seen);
  await give(outside, seen);
  await settled();
  expect(await tagsOf(inside)).toEqual(['A', 'C', 'D', 'VIP']);
  expect(await tagsOf(outside)).toEqual(['A']);
  const refused = await person.refused(deleteSegment, { params: { uuid: segmentUuid } });
  expect(refused).toMatchObject({ code: 'segment_in_use', errors: [{ code: 'rule', message: 'Saved' }] });
  await person.call(deleteActionRule, { params: { uuid: saved.uuid } });
  await person.call(deleteSegment, { params: { uuid: segmentUuid } });
});

test('actions are done in their order, of one customer one event after the other', async () => {
  const trigger = await newTag('Go');
  const field = await person.call(createCustomerField, { body: { label: 'Step', kind: 'text' } });
  const set = (value: string): Action => ({ kind: 'field', fieldUuid: field.uuid, value });
  await addRule('Tagged', { kind: 'tagged', tagUuid: trigger }, [set('one'), set('two'), set('three')]);
  await addRule('Untagged', { kind: 'untagged', tagUuid: trigger }, [set('gone')]);
  const customers = await Promise.all(Array.from({ length: 6 }, newCustomer));
  for (const removeTags of [[], [trigger], []] as TagId[][])
    for (const uuid of customers)
      await person.call(changeCustomer, {
        params: { uuid },
        body: removeTags.length > 0 ? { removeTags } : { addTags: [trigger] },
      });
  await settled();
  const log = await server.sql<{ value: string }>(
    `select n.customer_id as customer, n.action ->> 'value' as value, n.state from action_runs n
       join customer_events e on e.account_id = n.account_id and e.id = n.event_id
     where n.account_id = $1 order by n.customer_id, n.at, e.seq, n.position`,
    [person.user.account.uuid],
  );
  const each = ['one', 'two', 'three', 'gone', 'one', 'two', 'three'];
  expect(log.map(({ value }) => value)).toEqual(customers.flatMap(() => each));
  for (const uuid of customers) {
    const { fields } = await person.call(getCustomer, { params: { uuid } });
    expect(fields[field.uuid]).toBe('three');
  }
});

test('rules that set each other off are cut, and the log says so', async () => {
  const tag = await newTag('Ping');
  const there = await addRule('There', { kind: 'tagged', tagUuid: tag }, [{ kind: 'untag', tagUuid: tag }]);
  const back = await addRule('Back', { kind: 'untagged', tagUuid: tag }, [{ kind: 'tag', tagUuid: tag }]);
  const customer = await newCustomer();
  await give(customer, tag);
  await settled();
  const runs = [...(await logOf(there.uuid)), ...(await logOf(back.uuid))];
  expect(runs.filter(({ state }) => state === 'done')).toHaveLength(5);
  expect(runs.filter(({ state }) => state === 'cut')).toMatchObject([{ reason: 'depth' }]);
  const { items } = await person.call(customerTimeline, { params: { uuid: customer } });
  expect(items.find(({ kind }) => kind === 'action')?.action).toMatchObject({
    state: 'cut',
    reason: 'depth',
  });
});

test('the same action for the same customer is done five times a minute', async () => {
  const [seen, given] = [await newTag('A'), await newTag('B')];
  const rule = await addRule('Often', { kind: 'tagged', tagUuid: seen }, [{ kind: 'tag', tagUuid: given }]);
  const customer = await newCustomer();
  for (let time = 0; time < 7; time++) {
    await give(customer, seen);
    await person.call(changeCustomer, { params: { uuid: customer }, body: { removeTags: [seen] } });
  }
  await settled();
  const reasons = (await logOf(rule.uuid)).map(({ state, reason }) => `${state} ${reason}`).toSorted();
  expect(reasons).toEqual([...Array(2).fill('cut often'), ...Array(5).fill('done null')]);
});

test('a rule with a tag that was archived does nothing, says so, and works again when it is back', async () => {
  const [seen, given] = [await newTag('A'), await newTag('B')];
  const rule = await addRule('Broken', { kind: 'tagged', tagUuid: seen }, [{ kind: 'tag', tagUuid: given }]);
  await person.call(changeTag, { params: { uuid: given }, body: { archived: true } });
  const [before, after] = [await newCustomer(), await newCustomer()];
  await give(before, seen);
  await settled();
  expect(await tagsOf(before)).toEqual(['A']);
  const shown = await person.call(getActionRule, { params: { uuid: rule.uuid } });
  expect(shown.problems).toEqual([{ part: 'action', index: 0, reason: 'tag_archived' }]);
  const [stored] = await server.sql<{ broken: boolean }>(
    `select broken_at is not null as broken from action_rules where id = $1`,
    [rule.uuid],
  );
  expect(stored?.broken).toBe(true);
  await person.call(changeActionRule, { params: { uuid: rule.uuid }, body: { name: 'Renamed' } });
  const refused = await person.refused(changeActionRule, {
    params: { uuid: rule.uuid },
    body: { actions: [{ kind: 'tag', tagUuid: given }] },
  });
  expect(refused.errors).toMatchObject([{ path: 'body.actions.0', code: 'tag_archived' }]);
  await person.call(changeTag, { params: { uuid: given }, body: { archived: false } });
  await give(after, seen);
  await settled();
  expect(await tagsOf(after)).toEqual(['A', 'B']);
});

test('rules of another account can neither name nor see anything of this one', async () => {
  const [seen, given] = [await newTag('A'), await newTag('B')];
  const rule = await addRule('Mine', { kind: 'tagged', tagUuid: seen }, [{ kind: 'tag', tagUuid: given }]);
  const other = await server.register();
  const body = {
    name: 'Theirs',
    trigger: { kind: 'tagged' as const, tagUuid: seen },
    actions: [{ kind: 'tag' as const, tagUuid: given }],
  };
  const refused = await other.refused(createActionRule, { body });
  expect(refused.errors?.map(({ code }) => code)).toEqual(['tag_missing', 'tag_missing']);
  expect((await other.call(listActionRules)).items).toEqual([]);
  for (const endpoint of [getActionRule, deleteActionRule, listRuleRuns])
    expect((await other.refused(endpoint, { params: { uuid: rule.uuid } })).code).toBe('not_found');
});

test('a dry run counts who a rule would have seen, and does nothing', async () => {
  const [seen, given] = [await newTag('A'), await newTag('B')];
  const customers = [await newCustomer(), await newCustomer()];
  await person.call(bulkCustomers, { body: { uuids: customers, action: { kind: 'tag', tagUuid: seen } } });
  await person.call(bulkCustomers, { body: { uuids: customers, action: { kind: 'untag', tagUuid: seen } } });
  await give(customers[0] as CustomerId, seen, given);
  const body = { trigger: { kind: 'tagged' as const, tagUuid: seen } };
  const everybody = await person.call(tryActionRule, { body });
  expect(everybody).toMatchObject({ events: 3, customers: 2, problems: [] });
  const definition = {
    kind: 'and' as const,
    items: [{ kind: 'tag' as const, match: 'any' as const, tagUuids: [given] }],
  };
  const some = await person.call(tryActionRule, { body: { ...body, definition } });
  expect(some).toMatchObject({ events: 2, customers: 1, examples: [{ customer: { uuid: customers[0] } }] });
  for (const kind of ['message', 'handover', 'closed', 'created'] as const)
    expect((await person.call(tryActionRule, { body: { trigger: { kind } } })).problems).toEqual([]);
  expect(await tagsOf(customers[1] as CustomerId)).toEqual([]);
});
