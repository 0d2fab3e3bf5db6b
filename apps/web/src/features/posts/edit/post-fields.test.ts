// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { isSlug, slugFromTitle } from '../slug.ts';
import { POST } from '../testing/open-posts.tsx';
import { localTime, momentOf } from './PublishDialogs.tsx';
import {
  changedFields,
  fieldsOf,
  findGaps,
  mergeFields,
  problemsOf,
  sendableChanges,
} from './post-fields.ts';

const base = fieldsOf(POST);

test('fields that two members have changed are mine, the others theirs', () => {
  const mine = { ...base, title: 'Mine', tags: ['a'] };
  const theirs = { ...base, title: 'Theirs', description: 'Theirs' };
  expect(mergeFields({ base, mine, theirs })).toEqual({
    ...base,
    title: 'Mine',
    tags: ['a'],
    description: 'Theirs',
  });
});

test('only what was changed and fits is sent', () => {
  const next = { ...base, title: 'Other', slug: 'Not right', content: base.content };
  const changes = changedFields(base, next);
  expect(changes).toEqual({ title: 'Other', slug: 'Not right' });
  expect(sendableChanges(changes, problemsOf(next, null))).toEqual({ title: 'Other' });
  expect(problemsOf({ ...base, slug: 'menu' }, 'menu')).toEqual(['slugTaken']);
});

test('gaps are named in the order of the page', () => {
  const picture = '<figure><img data-media="01932f00-0000-7000-8000-00000000000a" alt=" "></figure>';
  const fields = { ...base, title: ' ', content: picture, coverUuid: POST.media[0]?.uuid ?? null };
  expect(findGaps(fields, ['slugTaken']).map(({ kind }) => kind)).toEqual([
    ...['title', 'text', 'slugTaken', 'pictureAlt', 'coverAlt'],
  ]);
  expect(findGaps(base, [])).toEqual([]);
});

describe('the address', () => {
  test.each([
    ['Spring menu 2026!', 'spring-menu-2026'],
    ['Thực đơn mùa xuân – Đặt bàn', 'thuc-don-mua-xuan-dat-ban'],
    ['春のメニュー', null],
    ['春のメニュー PDF を公開しました', null],
    ['Feed', null],
    ['Café', 'cafe'],
  ])('of “%s”', (title, expected) => expect(slugFromTitle(title)).toBe(expected));

  test.each([
    ['a', false],
    ['a-b', true],
    ['a--b', false],
    ['-ab', false],
    ['Ab', false],
    ['tag', false],
    ['a'.repeat(81), false],
  ])('%s', (slug, expected) => expect(isSlug(slug)).toBe(expected));
});

test('times of a schedule are those of the clock there', () => {
  expect(momentOf('2026-11-27T09:00', 'Asia/Tokyo').toISOString()).toBe('2026-11-27T00:00:00.000Z');
  expect(momentOf('2026-03-29T03:30', 'Europe/Paris').toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(localTime(new Date('2026-11-27T00:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-27T09:00');
});
