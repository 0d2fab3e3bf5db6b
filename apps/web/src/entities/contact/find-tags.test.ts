import { TagId } from '@hanasu/contract/ids';
import type { TagView } from '@hanasu/contract/tags';
import { expect, test } from 'vitest';
import { findTags } from './find-tags.ts';

const tag = (number: number, name: string, archivedAt: string | null = null): TagView => ({
  uuid: TagId.parse(`01932f00-0000-7000-8000-00000000000${number}`),
  name,
  color: 'gray',
  groupUuid: null,
  position: number,
  customers: 0,
  archivedAt,
  createdAt: '2026-01-01T00:00:00Z',
});
const vip = tag(1, 'ＶＩＰ');
const cafe = tag(2, 'カフェ');
const evening = tag(3, '夜カフェ');
const old = tag(4, 'Old', '2026-01-02T00:00:00Z');
const all = [vip, evening, cafe, old];
const names = (typed: string, given: TagView[] = []) =>
  findTags(all, given, typed).fitting.map(({ name }) => name);

test('width, case and kana make no difference, and what begins so comes first', () => {
  expect(names('vip')).toEqual(['ＶＩＰ']);
  expect(names('かふぇ')).toEqual(['カフェ', '夜カフェ']);
  expect(findTags([tag(5, 'VIP客'), vip], [], 'vip').fitting[0]?.name).toBe('ＶＩＰ');
  expect(names('')).toEqual(['ＶＩＰ', '夜カフェ', 'カフェ']);
});

test('what the customer has and what is archived is not offered', () => {
  expect(names('カフェ', [cafe])).toEqual(['夜カフェ']);
  expect(names('old')).toEqual([]);
});

test('a new tag is made only of a name that no tag in use has', () => {
  const fresh = (typed: string) => findTags(all, [], typed).fresh;
  expect(fresh('  ')).toBeNull();
  expect(fresh(' カフェ ')).toBeNull();
  expect(fresh('カフ')).toBe('カフ');
  expect(fresh('old')).toBe('old');
  expect(findTags(all, [cafe], 'カフェ').fresh).toBeNull();
});
