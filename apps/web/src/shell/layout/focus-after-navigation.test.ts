// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFocus } from './RootShell.tsx';

let stop = (): void => undefined;
beforeEach(() => {
  document.body.innerHTML = '<nav><a href="/Bot">Bots</a></nav><main id="content" tabindex="-1"></main>';
});
afterEach(() => stop());

const main = () => document.querySelector('main') as HTMLElement;
const open = (html: string, isFirstPage = false) => {
  main().innerHTML = html;
  stop = watchFocus({ isFirstPage });
};
const focused = () => document.activeElement?.textContent;
const addDialog = (html: string) => {
  const dialog = document.createElement('section');
  dialog.innerHTML = html;
  dialog.tabIndex = -1;
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  return dialog;
};

test('the heading of the page takes the focus from the link in the menu', () => {
  document.querySelector('a')?.focus();
  open('<h1>Bots</h1><button>New bot</button>');
  expect(focused()).toBe('Bots');
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
});

test('a heading that comes later takes it then, also one that replaces another', async () => {
  open('<p>Loading</p>');
  expect(document.activeElement).toBe(document.body);
  main().innerHTML = '<h1>Loading</h1>';
  await waitFor(() => expect(focused()).toBe('Loading'));
  main().innerHTML = '<h1>Salon</h1>';
  await waitFor(() => expect(focused()).toBe('Salon'));
});

test('a field that the page focuses itself keeps the focus', () => {
  main().innerHTML = '<h1>Sign in</h1><input>';
  document.querySelector('input')?.focus();
  stop = watchFocus({ isFirstPage: false });
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('a dialog that the address opens takes the focus, also on the first page and however late it comes', async () => {
  open('<h1>Bots</h1>', true);
  expect(document.activeElement).toBe(document.body);
  addDialog('<button>Close</button><input data-autofocus aria-label="Name">');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name'));
});

test.each(['keyDown', 'pointerDown'] as const)('after %s nothing moves any more', async (event) => {
  open('<p>Loading</p>');
  fireEvent[event](document.body);
  main().innerHTML = '<h1>Bots</h1>';
  // Mutations are reported before this.
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
