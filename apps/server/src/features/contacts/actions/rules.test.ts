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
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';

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
  eventually('nothing is due', async () => {
    const due = await server.sql(
      'select 1 from customer_events where account_id = $1 and due_at is not null',
      [person.user.account.uuid],
    );
    return due.length === 0;
  });

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

test('the same action for the same customer is done five times a minute, of others and later again', async () => {
  const [seen, given, also] = [await newTag('A'), await newTag('B'), await newTag('C')];
  const rule = await addRule('Often', { kind: 'tagged', tagUuid: seen }, [
    { kind: 'tag', tagUuid: given },
    { kind: 'tag', tagUuid: also },
  ]);
  const [customer, other] = [await newCustomer(), await newCustomer()];
  const tagTimes = async (uuid: CustomerId, times: number) => {
    for (let time = 0; time < times; time += 1) {
      await give(uuid, seen);
      await person.call(changeCustomer, { params: { uuid }, body: { removeTags: [seen] } });
    }
    await settled();
  };
  const endings = async (uuid: CustomerId) => {
    const runs = (await logOf(rule.uuid)).filter((run) => run.customer.uuid === uuid);
    return Object.fromEntries(
      [given, also].map((tagUuid) => [
        tagUuid,
        runs
          .filter(({ action }) => action.kind === 'tag' && action.tagUuid === tagUuid)
          .map(({ state, reason }) => `${state} ${reason}`)
          .toSorted(),
      ]),
    );
  };
  const five = Array<string>(5).fill('done null');
  await tagTimes(customer, 7);
  await tagTimes(other, 5);
  const cut = ['cut often', 'cut often', ...five];
  expect(await endings(customer)).toEqual({ [given]: cut, [also]: cut });
  expect(await endings(other)).toEqual({ [given]: five, [also]: five });
  await server.sql(`update action_runs set at = at - interval '1 minute' where rule_id = $1`, [rule.uuid]);
  await tagTimes(customer, 1);
  expect((await endings(customer))[given]).toEqual([...cut, 'done null']);
});

test('an action that goes wrong each time is shown in the log and the timeline of the customer', async () => {
  const [seen, wrong, next] = [await newTag('Go'), await newTag('Wrong'), await newTag('Next')];
  await server.sql(`create function refuse_tag() returns trigger language plpgsql as $$ begin
    if new.tag_id = '${wrong}' then raise exception 'the disk is full'; end if; return new; end $$`);
  await server.sql(
    'create trigger refuse before insert on customer_tags for each row execute function refuse_tag()',
  );
  const rule = await addRule('Fails', { kind: 'tagged', tagUuid: seen }, [
    { kind: 'tag', tagUuid: wrong },
    { kind: 'tag', tagUuid: next },
  ]);
  const customer = await newCustomer();
  await give(customer, seen);
  const attempts = async () => {
    const [row] = await server.sql<{ attempts: number; state: string }>(
      'select attempts, state from action_runs where rule_id = $1 and position = 0',
      [rule.uuid],
    );
    return row;
  };
  for (let time = 1; time <= 5; time += 1) {
    await expect.poll(attempts).toEqual({ attempts: time, state: time < 5 ? 'waiting' : 'failed' });
    // The pauses are long; nothing of it is done meanwhile.
    expect(await tagsOf(customer)).not.toContain('Wrong');
    await server.sql('update customer_events set due_at = now() where account_id = $1 and due_at > now()', [
      person.user.account.uuid,
    ]);
  }
  await settled();
  await server.sql('drop trigger refuse on customer_tags');
  expect(await tagsOf(customer)).toEqual(['Go', 'Next']);
  expect((await logOf(rule.uuid)).map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
    'done null',
    'failed error',
  ]);
  expect(await person.call(getActionRule, { params: { uuid: rule.uuid } })).toMatchObject({
    done: 1,
    failed: 1,
  });
  const { items } = await person.call(customerTimeline, { params: { uuid: customer } });
  expect(items.find(({ kind }) => kind === 'action')).toMatchObject({
    by: { kind: 'rule', name: 'Fails' },
    action: { kind: 'tag', state: 'failed', reason: 'error' },
  });
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
