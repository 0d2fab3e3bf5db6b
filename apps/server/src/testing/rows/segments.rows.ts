import * as customers from '@hanasu/contract/customers';
import * as segments from '@hanasu/contract/segments';
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
