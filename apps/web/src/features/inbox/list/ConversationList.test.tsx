// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { LoadingRows } from './ConversationList.tsx';

afterEach(cleanup);

test('each row that stands for one that is fetched is as high as a row', async () => {
  const { container } = await renderWithProviders(<LoadingRows />);
  const rows = [...container.querySelectorAll<HTMLElement>(':scope > [aria-hidden] > div')];
  expect(rows.map(({ style }) => style.height)).toEqual(Array.from({ length: 6 }, () => '64px'));
});
