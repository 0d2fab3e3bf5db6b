import { CustomerId, TagId, UserId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { undoOf } from './undo-bulk.ts';

const id = (number: number) => `01932f00-0000-7000-8000-00000000000${number}`;
const [anna, bao, chie] = [1, 2, 3].map((number) => CustomerId.parse(id(number))) as [
  CustomerId,
  CustomerId,
  CustomerId,
];
const [gold, silver] = [TagId.parse(id(7)), TagId.parse(id(8))];
const [me, you] = [UserId.parse(id(5)), UserId.parse(id(6))];
const change = (uuid: CustomerId, ownerUuid: UserId | null = null, replacedTagUuid: TagId | null = null) => ({
  uuid,
  ownerUuid,
  replacedTagUuid,
});

test('a tag is taken from those who got it, and what it replaced comes back in its place', () => {
  const changed = [change(anna), change(bao, null, silver), change(chie)];
  expect(undoOf({ kind: 'tag', tagUuid: gold }, changed)).toEqual([
    { uuids: [anna, chie], action: { kind: 'untag', tagUuid: gold } },
    { uuids: [bao], action: { kind: 'tag', tagUuid: silver } },
  ]);
});

test('a tag that was taken is given to those who had it', () => {
  expect(undoOf({ kind: 'untag', tagUuid: gold }, [change(anna)])).toEqual([
    { uuids: [anna], action: { kind: 'tag', tagUuid: gold } },
  ]);
});

test('everyone goes back to the owner they had', () => {
  const changed = [change(anna, me), change(bao), change(chie, me)];
  expect(undoOf({ kind: 'assign', ownerUuid: you }, changed)).toEqual([
    { uuids: [anna, chie], action: { kind: 'assign', ownerUuid: me } },
    { uuids: [bao], action: { kind: 'assign', ownerUuid: null } },
  ]);
});

test('where nothing was changed there is nothing to undo', () => {
  for (const action of [
    { kind: 'tag', tagUuid: gold },
    { kind: 'untag', tagUuid: gold },
    { kind: 'assign', ownerUuid: null },
  ] as const) {
    expect(undoOf(action, [])).toEqual([]);
  }
});
