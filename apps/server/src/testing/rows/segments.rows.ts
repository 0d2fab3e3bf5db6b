import * as actions from '@hanasu/contract/actions';
import * as customers from '@hanasu/contract/customers';
import * as segments from '@hanasu/contract/segments';
import { createTag } from '@hanasu/contract/tags';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const unique = () => crypto.randomUUID();
const definition = { kind: 'and' as const, items: [{ kind: 'everybody' as const }] };
const newSegment = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(segments.createSegment, { body: { name: unique(), definition } })).uuid,
});
/** A group in a group in a group in a group. */
const deep = [1, 2, 3].reduce<object>((inner) => ({ kind: 'or', items: [inner] }), definition);
const many = { kind: 'or', items: Array.from({ length: 31 }, () => ({ kind: 'everybody' })) };

export const SEGMENT_ROWS: readonly EndpointRow[] = [
  row(segments.listSegments, nothing, [
    ...WRONG_PAGES,
    { query: { archived: 'maybe' }, path: 'query.archived' },
  ]),
  row(
    segments.createSegment,
    () => ({ body: { name: unique(), definition } }),
    wrongBodies({
      name: { name: ' ', definition },
      'definition.kind': { name: 'All', definition: { kind: 'everybody' } },
      'definition.items.0.kind': { name: 'All', definition: { kind: 'and', items: [{ kind: 'nobody' }] } },
      'definition.items.0.items.0.items.0.kind': { name: 'Deep', definition: deep },
      'definition.items': { name: 'Many', definition: many },
    }),
  ),
  row(segments.getSegment, async (world) => ({ params: await newSegment(world) })),
  row(
    segments.changeSegment,
    async (world) => ({ params: await newSegment(world), body: { name: unique() } }),
    wrongBodies({ name: { name: '' } }),
  ),
  row(segments.deleteSegment, async (world) => ({ params: await newSegment(world) })),
  row(
    segments.snapshotSegment,
    async (world) => ({ params: await newSegment(world), body: { name: unique() } }),
    wrongBodies({ name: { name: '' } }),
  ),
  row(
    segments.countSegment,
    () => ({ body: { definition } }),
    wrongBodies({ exact: { definition, exact: 'yes' } }),
  ),
  row(
    segments.explainSegment,
    async ({ person }) => {
      const { uuid } = await person.call(customers.createCustomer, { body: {} });
      return { body: { definition, customerUuid: uuid } };
    },
    wrongBodies({ customerUuid: { definition, customerUuid: 'me' } }),
  ),
];

const trigger = { kind: 'followed' as const };
const newRule = async ({ person }: EndpointWorld) => {
  const { uuid: tagUuid } = await person.call(createTag, { body: { name: unique() } });
  return { name: unique(), trigger, actions: [{ kind: 'tag' as const, tagUuid }] };
};
const storedRule = async (world: EndpointWorld) => ({
  uuid: (await world.person.call(actions.createActionRule, { body: await newRule(world) })).uuid,
});
const close = { kind: 'handling', handling: 'closed' };

export const ACTION_ROWS: readonly EndpointRow[] = [
  row(actions.listActionRules, nothing, WRONG_PAGES),
  row(
    actions.createActionRule,
    async (world) => ({ body: await newRule(world) }),
    wrongBodies({
      name: { name: ' ', trigger, actions: [close] },
      'trigger.kind': { name: 'New', trigger: { kind: 'sneezed' }, actions: [close] },
      actions: { name: 'New', trigger, actions: [] },
      'actions.0.kind': { name: 'New', trigger, actions: [{ kind: 'dance' }] },
      'actions.0.handling': { name: 'New', trigger, actions: [{ kind: 'handling', handling: 'operator' }] },
    }),
  ),
  row(actions.getActionRule, async (world) => ({ params: await storedRule(world) })),
  row(
    actions.changeActionRule,
    async (world) => ({ params: await storedRule(world), body: { name: unique() } }),
    wrongBodies({ name: { name: '' }, enabled: { enabled: 'yes' } }),
  ),
  row(actions.deleteActionRule, async (world) => ({ params: await storedRule(world) })),
  row(
    actions.tryActionRule,
    () => ({ body: { trigger } }),
    wrongBodies({ 'trigger.kind': { trigger: { kind: 'sneezed' } } }),
  ),
  row(actions.listRuleRuns, async (world) => ({ params: await storedRule(world) }), [
    { query: { before: 'yesterday' }, path: 'query.before' },
    { query: { pageSize: 0 }, path: 'query.pageSize' },
  ]),
];
