// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useInboxKeys } from './use-inbox-keys.ts';

const leave = vi.fn();
const next = vi.fn();

function Page({ over }: { over?: 'menu' | 'dialog' }) {
  useInboxKeys([
    ['Escape', leave],
    ['ArrowDown', next],
  ]);
  return (
    <>
      <button type="button">row</button>
      <div role="log">
        <button type="button">message</button>
      </div>
      {over && (
        <div role={over}>
          <button type="button">inside</button>
        </div>
      )}
    </>
  );
}

const press = (name: string, key: string) => fireEvent.keyDown(screen.getByText(name), { key });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('a key means the page where nothing is open', () => {
  render(<Page />);
  expect(press('row', 'Escape')).toBe(false);
  expect(leave).toHaveBeenCalledOnce();
});

test.each(['menu', 'dialog'] as const)('a %s that is open has its keys, wherever the focus is', (over) => {
  render(<Page over={over} />);
  for (const name of ['inside', 'row']) {
    expect(press(name, 'Escape')).toBe(true);
    press(name, 'ArrowDown');
  }
  expect(leave).not.toHaveBeenCalled();
  expect(next).not.toHaveBeenCalled();
});

test('a menu that closes itself on the press was open all the same', () => {
  render(<Page />);
  const menu = document.createElement('div');
  menu.setAttribute('role', 'menu');
  menu.innerHTML = '<button>inside</button>';
  document.body.append(menu);
  document.body.addEventListener('keydown', () => menu.remove(), { once: true });
  press('inside', 'Escape');
  expect(leave).not.toHaveBeenCalled();
});

test('arrows scroll a thread that has the focus', () => {
  render(<Page />);
  expect(press('message', 'ArrowDown')).toBe(true);
  press('row', 'ArrowDown');
  expect(next).toHaveBeenCalledOnce();
});
