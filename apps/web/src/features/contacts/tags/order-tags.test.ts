import { TagGroupId, TagId } from '@hanasu/contract/ids';
import type { TagGroupView, TagView } from '@hanasu/contract/tags';
import { expect, test } from 'vitest';
import { placesAfterMove, sectionsOf } from './order-tags.ts';

const id = (number: number) => `01932f00-0000-7000-8000-00000000000${number}`;
const createdAt = '2026-01-01T00:00:00Z';
const rank: TagGroupView = {
  uuid: TagGroupId.parse(id(9)),
  name: 'Rank',
  exclusive: true,
  position: 0,
  tags: 1,
  createdAt,
};
const tag = (number: number, groupUuid: TagGroupId | null, archivedAt: string | null = null): TagView => ({
  uuid: TagId.parse(id(number)),
  name: `Tag ${number}`,
  color: 'gray',
  groupUuid,
  position: number,
  customers: 0,
  archivedAt,
  createdAt,
});

test('tags stand below their groups, those without one last, archived ones nowhere', () => {
  const [gold, vip, old] = [tag(1, rank.uuid), tag(2, null), tag(3, rank.uuid, createdAt)];
  expect(sectionsOf([rank], [gold, vip, old])).toEqual([
    { group: rank, tags: [gold] },
    { group: null, tags: [vip] },
  ]);
  expect(sectionsOf([rank], [])).toEqual([{ group: rank, tags: [] }]);
});

const list = (...positions: number[]) => positions.map((position, index) => ({ uuid: `${index}`, position }));
const moved = (of: { uuid: string; position: number }[], index: number, by: number) =>
  placesAfterMove(of, of[index] as (typeof of)[number], by).map(({ item, position }) => [
    item.uuid,
    position,
  ]);

test('two neighbours exchange their places; nothing else is written', () => {
  expect(moved(list(3, 7, 9), 0, 1)).toEqual([
    ['1', 3],
    ['0', 7],
  ]);
  expect(moved(list(3, 7, 9), 2, -1)).toEqual([
    ['2', 7],
    ['1', 9],
  ]);
});

test('places that several share become places of their own', () => {
  expect(moved(list(0, 0, 0), 2, -1)).toEqual([
    ['2', 1],
    ['1', 2],
  ]);
});

test('at the ends nothing moves', () => {
  expect(moved(list(1, 2), 0, -1)).toEqual([]);
  expect(moved(list(1, 2), 1, 1)).toEqual([]);
});
