import { describe, expect, test } from 'vitest';
import { changedParts, changedTexts, type DescribedPart } from './text-changes.ts';

const text = (key: string, content: string, value?: string) => ({
  key,
  label: `Label of ${key}`,
  text: content,
  ...(value === undefined ? {} : { value }),
});
const part = (key: string, group = 'one', texts: DescribedPart['texts'] = []): DescribedPart => ({
  key,
  label: key.toUpperCase(),
  group,
  place: `${key} in ${group}`,
  texts,
});
const list = (keys: string, group?: string) => keys.split('').map((key) => part(key, group));
const shortOf = (before: readonly DescribedPart[], after: readonly DescribedPart[]) =>
  changedParts(before, after).map(({ key, kind, movedFrom }) => `${key} ${movedFrom ? 'moved' : kind}`);

describe('changed texts', () => {
  test('are those that were added, removed or changed, each with its label', () => {
    const before = [text('a', 'same'), text('b', 'old'), text('c', 'gone')];
    const after = [text('a', 'same'), text('b', 'new'), text('d', 'more')];
    expect(changedTexts(before, after)).toEqual([
      { key: 'b', label: 'Label of b', before: 'old', after: 'new' },
      { key: 'c', label: 'Label of c', before: 'gone', after: null },
      { key: 'd', label: 'Label of d', before: null, after: 'more' },
    ]);
  });

  test('contain a text whose value alone differs', () => {
    expect(changedTexts([text('a', 'Picture', '1')], [text('a', 'Picture', '1')])).toEqual([]);
    expect(changedTexts([text('a', 'Picture', '1')], [text('a', 'Picture', '2')])).toEqual([
      { key: 'a', label: 'Label of a', before: 'Picture', after: 'Picture' },
    ]);
  });

  test('stand in the order of the second state, removed ones behind what they followed', () => {
    const before = ['x', 'a', 'y', 'z', 'b'].map((key) => text(key, 'old'));
    const after = ['b', 'n', 'a'].map((key) => text(key, 'new'));
    expect(changedTexts(before, after).map(({ key }) => key)).toEqual(['x', 'b', 'n', 'a', 'y', 'z']);
  });
});

describe('changed parts', () => {
  test('are empty for equal states', () => {
    expect(changedParts(list('abc'), list('abc'))).toEqual([]);
  });

  test('contain a part with a changed text', () => {
    const before = [part('a', 'one', [text('t', 'old')]), part('b')];
    const after = [part('a', 'one', [text('t', 'new')]), part('b')];
    expect(changedParts(before, after)).toEqual([
      {
        key: 'a',
        label: 'A',
        kind: 'changed',
        place: 'a in one',
        movedFrom: null,
        texts: [{ key: 't', label: 'Label of t', before: 'old', after: 'new' }],
      },
    ]);
  });

  test.each([
    ['abc', 'abxc', ['x added']],
    ['abc', 'ac', ['b removed']],
    ['abcd', 'dabc', ['d moved']],
    ['abcd', 'bcda', ['a moved']],
    ['abcd', 'xbcdy', ['a removed', 'x added', 'y added']],
  ])('from %s to %s name as few parts as possible', (before, after, expected) => {
    expect(shortOf(list(before), list(after))).toEqual(expected);
  });

  test('leave out parts whose owner was added or removed with them', () => {
    const owned = (key: string) => ({ ...part(key), owner: 'tab' });
    expect(shortOf([part('a')], [part('a'), part('tab'), owned('b')])).toEqual(['tab added']);
    expect(shortOf([part('a'), part('tab'), owned('b')], [part('a')])).toEqual(['tab removed']);
    expect(shortOf([part('tab'), owned('b')], [part('tab'), owned('c')])).toEqual(['b removed', 'c added']);
  });

  test('name a part that stands in another list, with its earlier place', () => {
    const before = [...list('ab', 'one'), ...list('c', 'two')];
    const after = [...list('a', 'one'), ...list('bc', 'two')];
    expect(changedParts(before, after)).toEqual([
      { key: 'b', label: 'B', kind: 'changed', place: 'b in two', movedFrom: 'b in one', texts: [] },
    ]);
  });
});
