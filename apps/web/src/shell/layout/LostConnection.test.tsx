// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { LostConnection } from './LostConnection.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A line that each click cuts or mends. */
function Line() {
  const [isConnected, setConnected] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setConnected(!isConnected)}>
        line
      </button>
      <LostConnection isConnected={isConnected} />
    </>
  );
}
const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'line' }));
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const isNamed = () => screen.queryByRole('status') !== null;

test('a lost line is named after ten seconds without a break, until it is back', async () => {
  await renderWithProviders(<Line />);
  toggle();
  pass(9);
  expect(isNamed()).toBe(false);
  toggle();
  toggle();
  pass(9);
  expect(isNamed()).toBe(false);
  pass(1);
  expect(screen.getByRole('status').textContent?.trim()).toBe('Connection lost. Reconnecting…');
  toggle();
  expect(isNamed()).toBe(false);
});

test('the notice floats over the page and takes no clicks', async () => {
  const style = document.createElement('style');
  style.textContent = readFileSync(path.join(import.meta.dirname, 'AppLayout.module.css'), 'utf8');
  document.head.append(style);
  await renderWithProviders(<Line />);
  toggle();
  pass(10);
  const notice = screen.getByRole('status');
  // Names of classes are made for this test.
  expect(notice.className).toContain('offline');
  notice.className = 'offline';
  const { position, pointerEvents } = getComputedStyle(notice);
  expect({ position, pointerEvents }).toEqual({ position: 'fixed', pointerEvents: 'none' });
  style.remove();
});
