// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { TextDiff } from './TextDiff.tsx';
import type { DescribedPart } from './text-changes.ts';

afterEach(cleanup);

const whole = (title: string): DescribedPart => ({
  key: 'form',
  label: '',
  group: '',
  place: '',
  texts: [{ key: 'title', label: 'Title', text: title }],
});
const question = (key: string, number: number, help?: string): DescribedPart => ({
  key,
  label: `Question ${key}`,
  group: 'page',
  place: `Number ${number}`,
  texts: help === undefined ? [] : [{ key: 'help', label: 'Help text', text: help }],
});
const show = (before: readonly DescribedPart[], after: readonly DescribedPart[]) =>
  renderWithProviders(<TextDiff before={before} after={after} none="Equal" help="What changes" />);

test('says that two states are equal, without the help for differences', async () => {
  await show([whole('Visit')], [whole('Visit')]);
  expect(screen.getByText('Equal')).toBeTruthy();
  expect(screen.queryByText('What changes')).toBeNull();
});

test('marks both sides of a short value, and the part that was added, removed or moved', async () => {
  await show(
    [whole('Visit'), question('a', 1, 'Old help'), question('b', 2), question('c', 3)],
    [whole(''), question('c', 1), question('a', 2), question('d', 3)],
  );
  expect(screen.getByText('What changes')).toBeTruthy();
  expect(screen.getByText('Visit').tagName).toBe('DEL');
  expect(screen.getByText('(empty)').tagName).toBe('INS');
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toEqual([
    'Question aMovedPositionNumber 1 → Number 2Help textRemovedOld help',
    'Question bRemovedNumber 2',
    'Question dAddedNumber 3',
  ]);
  expect(screen.getByText('Old help').tagName).toBe('DEL');
});
