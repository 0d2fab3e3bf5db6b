// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { LoadingThread } from './LoadingThread.tsx';

afterEach(cleanup);

test('while a thread is fetched its head leads back to the list', async () => {
  const onBack = vi.fn();
  await renderWithProviders(<LoadingThread onBack={onBack} />);
  fireEvent.click(screen.getByRole('button', { name: 'Back to list' }));
  expect(onBack).toHaveBeenCalledOnce();
});
