import { changeCustomerField, createCustomerField } from '@hanasu/contract/customer-fields';
import {
  changeCustomer,
  countCustomers,
  createCustomer,
  deleteCustomer,
  listCustomers,
} from '@hanasu/contract/customers';
import type { CustomerFieldId, CustomerId, SegmentId, TagId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/segments';
import { changeTag, createTag, deleteTag } from '@hanasu/contract/tags';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
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

type Definition = contract.SegmentDefinition;
const newTag = async (name: string) => (await person.call(createTag, { body: { name } })).uuid;
const newCustomer = async (name: string, addTags: TagId[] = [], fields = {}) => {
  const { uuid } = await person.call(createCustomer, { body: { displayName: name, fields } });
  await person.call(changeCustomer, { params: { uuid }, body: { addTags } });
  return uuid;
};
const newField = async () =>
  (await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } })).uuid;
const hasTag = (...tagUuids: TagId[]) => ({ kind: 'tag', match: 'all', tagUuids }) as const;
const tagged = (...tagUuids: TagId[]): Definition => ({ kind: 'and', items: [hasTag(...tagUuids)] });
const not = (definition: Definition): Definition => ({ kind: 'not', items: definition.items });
const sized = (fieldUuid: CustomerFieldId, text: string): Definition => ({
  kind: 'and',
  items: [{ kind: 'field', fieldUuid, test: { op: 'is', text } }],
});
const save = (name: string, definition: Definition) =>
  person.call(contract.createSegment, { body: { name, definition } });
const count = (definition: Definition, caller = person) =>
  caller.call(contract.countSegment, { body: { definition } });
const namesIn = async (query: { segmentUuid: SegmentId } | { segment: string }, caller = person) => {
  const { items, total, problems } = await caller.call(listCustomers, { query: { ...query, sort: 'name' } });
  expect(total).toBe(items.length);
  return { names: items.map(({ name }) => name), problems };
};

test('a segment is counted, saved, changed and used as a filter by its id and as it is', async () => {
  const [vip, late] = [await newTag('VIP'), await newTag('Late')];
  await newCustomer('An', [vip]);
  await newCustomer('Binh', [vip, late]);
  await newCustomer('Chi');
  expect(await count(tagged(vip))).toMatchObject({ count: 2, isExact: true, problems: [] });
  expect((await count(not(tagged(vip)))).sample).toMatchObject([{ name: 'Chi' }]);
  const segment = await save('Good ones', tagged(vip));
  expect(segment).toMatchObject({ kind: 'live', version: 1, problems: [], members: null });
  expect(await namesIn({ segmentUuid: segment.uuid })).toEqual({ names: ['An', 'Binh'], problems: [] });
  const inline = JSON.stringify({ kind: 'and', items: [hasTag(vip), not(tagged(late))] });
  expect((await namesIn({ segment: inline })).names).toEqual(['An']);
  const body = { definition: not(tagged(vip)), name: 'Others' };
  const changed = await person.call(contract.changeSegment, { params: { uuid: segment.uuid }, body });
  expect(changed).toMatchObject({ name: 'Others', version: 2, changedBy: { uuid: person.user.uuid } });
  expect((await namesIn({ segmentUuid: segment.uuid })).names).toEqual(['Chi']);
  expect((await person.call(contract.listSegments)).items).toEqual([changed]);
  expect(
    (await person.refused(contract.createSegment, { body: { name: 'others', definition: tagged(vip) } }))
      .code,
  ).toBe('name_taken');
  await person.call(contract.deleteSegment, { params: { uuid: segment.uuid } });
  const { items } = await person.call(listAudit);
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['segment.created', 'segment.changed', 'segment.deleted']),
  );
});

/** The statements that wait for a lock of a connection. */
const waitingFor = async (connection: number) => {
  const rows = await server.sql<{ query: string }>(
    `select query from pg_stat_activity
     where datname = current_database() and $1 = any (pg_blocking_pids(pid))`,
    [connection],
  );
  return rows.map(({ query }) => query);
};

test('a count that takes too long is estimated, and says so', async () => {
  const vip = await newTag('VIP');
  await newCustomer('An', [vip]);
  const inList = { query: { segment: JSON.stringify(tagged(vip)) } };
  // Nothing reads the table until both have been given up, and wait for it once more to be estimated.
  const { both } = await server.hold(
    'lock table customer_tags in access exclusive mode',
    [],
    async (connection) => {
      const counting = [count(tagged(vip)), person.call(countCustomers, inList)] as const;
      const estimate = expect.stringMatching(/^explain/);
      await expect.poll(() => waitingFor(connection)).toEqual([estimate, estimate]);
      return { both: counting };
    },
  );
  const [ofSegment, ofList] = await Promise.all(both);
  expect(ofSegment).toMatchObject({ isExact: false, sample: [], problems: [] });
  expect(ofList.isExact).toBe(false);
  expect(await count(tagged(vip))).toMatchObject({ count: 1, isExact: true });
  expect(await person.call(countCustomers, inList)).toEqual({ count: 1, isExact: true });
});

test('one broken row makes the whole segment match nobody, under not too, and says which row it is', async () => {
  const [vip, late] = [await newTag('VIP'), await newTag('Late')];
  await newCustomer('An', [vip]);
  const definition: Definition = {
    kind: 'or',
    items: [{ kind: 'everybody' }, { kind: 'not', items: [{ kind: 'tag', match: 'any', tagUuids: [late] }] }],
  };
  const { uuid } = await save('Nearly all', definition);
  expect((await namesIn({ segmentUuid: uuid })).names).toEqual(['An']);
  await person.call(changeTag, { params: { uuid: late }, body: { archived: true } });
  const archived = [{ path: 'items.1.items.0', reason: 'tag_archived' }];
  expect(await namesIn({ segmentUuid: uuid })).toEqual({ names: [], problems: archived });
  expect(await count(definition)).toEqual({ count: 0, isExact: true, sample: [], problems: archived });
  await person.call(deleteTag, { params: { uuid: late } });
  const missing = [{ path: 'items.1.items.0', reason: 'tag_missing' }];
  expect((await person.call(contract.getSegment, { params: { uuid } })).problems).toEqual(missing);
  const refused = await person.refused(contract.createSegment, { body: { name: 'Again', definition } });
  expect(refused.errors).toMatchObject([{ path: 'body.definition.items.1.items.0', code: 'tag_missing' }]);
  await person.call(contract.changeSegment, { params: { uuid }, body: { name: 'Renamed' } });
});

test('a segment without conditions, and one of another version, have nobody', async () => {
  await newCustomer('An');
  const empty: Definition = { kind: 'not', items: [] };
  expect(await count(empty)).toMatchObject({ count: 0, problems: [{ path: '', reason: 'empty' }] });
  expect(
    (await person.refused(contract.createSegment, { body: { name: 'None', definition: empty } })).code,
  ).toBe('validation_failed');
  const { uuid } = await save('All', { kind: 'and', items: [{ kind: 'everybody' }] });
  await server.sql('update segments set definition = $2 where id = $1', [
    uuid,
    JSON.stringify({ kind: 'not', items: [{ kind: 'horoscope', sign: 'leo' }] }),
  ]);
  const shown = await person.call(contract.getSegment, { params: { uuid } });
  expect(shown).toMatchObject({
    definition: { kind: 'not', items: [{ kind: 'unreadable' }] },
    problems: [{ path: 'items.0', reason: 'unknown' }],
  });
  expect((await namesIn({ segmentUuid: uuid })).names).toEqual([]);
});

test('a field that is hidden from a role is hidden in segments, their counts and their snapshots', async () => {
  const field = await newField();
  await newCustomer('An', [], { [field]: 'L' });
  const segment = await save('Large', sized(field, 'L'));
  const params = { uuid: segment.uuid };
  const frozen = await person.call(contract.snapshotSegment, { params, body: { name: 'Large today' } });
  await person.call(changeCustomerField, { params: { uuid: field }, body: { hiddenFrom: ['viewer'] } });
  const viewer = await addMember(server, person, 'viewer');
  const problems = [{ path: 'items.0', reason: 'field_hidden' }];
  const definition = { kind: 'and', items: [{ kind: 'unreadable' }] };
  expect(await viewer.call(contract.getSegment, { params })).toMatchObject({ definition, problems });
  expect(await count(sized(field, 'L'), viewer)).toMatchObject({ count: 0, sample: [], problems });
  expect(await count(not(sized(field, 'S')), viewer)).toMatchObject({ count: 0, problems });
  expect(await namesIn({ segmentUuid: segment.uuid }, viewer)).toEqual({ names: [], problems });
  expect(await namesIn({ segmentUuid: frozen.uuid }, viewer)).toEqual({ names: [], problems });
  expect((await viewer.call(contract.listSegments)).items.map(({ members }) => members)).toEqual([
    null,
    null,
  ]);
  expect((await namesIn({ segmentUuid: segment.uuid })).names).toEqual(['An']);
  expect((await viewer.refused(contract.changeSegment, { params, body: { name: 'Mine' } })).code).toBe(
    'forbidden',
  );
});

test('a snapshot keeps its people whatever becomes of the conditions, without those who are erased', async () => {
  const vip = await newTag('VIP');
  const [an] = [await newCustomer('An', [vip]), await newCustomer('Binh', [vip])];
  const { uuid } = await save('VIPs', tagged(vip));
  const frozen = await person.call(contract.snapshotSegment, {
    params: { uuid },
    body: { name: 'VIPs in May' },
  });
  expect(frozen).toMatchObject({ kind: 'snapshot', members: 2 });
  await newCustomer('Chi', [vip]);
  await person.call(deleteTag, { params: { uuid: vip } });
  expect((await namesIn({ segmentUuid: uuid })).names).toEqual([]);
  expect(await namesIn({ segmentUuid: frozen.uuid })).toEqual({ names: ['An', 'Binh'], problems: [] });
  await person.call(deleteCustomer, { params: { uuid: an } });
  const params = { uuid: frozen.uuid };
  expect(await person.call(contract.getSegment, { params })).toMatchObject({ members: 1 });
  const everybody: Definition = { kind: 'and', items: [{ kind: 'everybody' }] };
  const change = { params, body: { definition: everybody } };
  expect((await person.refused(contract.changeSegment, change)).code).toBe('segment_is_snapshot');
  await person.call(contract.changeSegment, { params, body: { archived: true } });
  expect((await namesIn({ segmentUuid: frozen.uuid })).problems).toEqual([{ path: '', reason: 'archived' }]);
  const broken = { params: { uuid }, body: { name: 'Broken' } };
  expect((await person.refused(contract.snapshotSegment, broken)).code).toBe('segment_broken');
});

test('says why somebody is in a segment, row by row', async () => {
  const [vip, late] = [await newTag('VIP'), await newTag('Late')];
  const an: CustomerId = await newCustomer('An', [vip]);
  const definition: Definition = {
    kind: 'and',
    items: [hasTag(vip), { kind: 'not', items: [hasTag(late), { kind: 'source', sources: ['api'] }] }],
  };
  const explain = (given: Definition) =>
    person.call(contract.explainSegment, { body: { definition: given, customerUuid: an } });
  const { isIn, rows } = await explain(definition);
  expect(isIn).toBe(true);
  expect(Object.fromEntries(rows.map(({ path, holds }) => [path, holds]))).toEqual({
    '': true,
    'items.0': true,
    'items.1': true,
    'items.1.items.0': false,
    'items.1.items.1': false,
  });
  await person.call(deleteTag, { params: { uuid: late } });
  const after = await explain(definition);
  expect(after.isIn).toBe(false);
  expect(after.rows.filter(({ holds }) => holds === null).map(({ path }) => path)).toEqual([
    'items.1.items.0',
    'items.1',
    '',
  ]);
  const other = await server.register();
  const body = { definition, customerUuid: an };
  expect((await other.refused(contract.explainSegment, { body })).code).toBe('not_found');
});
