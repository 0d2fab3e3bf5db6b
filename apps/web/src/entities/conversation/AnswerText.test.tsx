// @vitest-environment jsdom
import type { Citation } from '@hanasu/contract/chat';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { AnswerText } from './AnswerText.tsx';
import { withoutMarks, withoutOpenMark } from './cited.ts';

afterEach(cleanup);

const CITATION = { number: 1, title: 'house-rules.pdf', headingPath: [], page: null } as unknown as Citation;

test.each([
  ['From 15:00 [', 'From 15:00'],
  ['From 15:00 [1', 'From 15:00'],
  ['From 15:00[12', 'From 15:00'],
  ['From 15:00 [1]', 'From 15:00 [1]'],
  ['See [the rules', 'See [the rules'],
  ['a[1] = 2', 'a[1] = 2'],
])('of %j is shown %j while it is written', (text, shown) => {
  expect(withoutOpenMark(text)).toBe(shown);
});

test('only the marks of citations are left out', () => {
  expect(withoutMarks('From 15:00 [1]. See [7].', [CITATION])).toBe('From 15:00. See [7].');
});

async function show(text: string, isWriting: boolean) {
  await renderWithProviders(
    <article>
      <AnswerText text={text} citations={[CITATION]} isWriting={isWriting} />
    </article>,
  );
  return () => screen.getByRole('article').textContent;
}

test('a citation is a button, and never its mark: neither before the renderer is there nor half written', async () => {
  const shown = await show('From **15:00** [1]. To [', true);
  expect(shown()).toBe('From **15:00**. To');
  const chip = await screen.findByRole('button', { name: /house-rules\.pdf/ });
  expect(chip.textContent).toBe('1');
  expect(shown()).toBe('From 15:00 1. To');
});

test('what has ended is shown whole', async () => {
  const shown = await show('Choose [', false);
  expect(shown()).toBe('Choose [');
});
