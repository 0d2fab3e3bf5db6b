// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillInBrowser, renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { FileDrop } from './FileDrop.tsx';

fillInBrowser();
const original = window.matchMedia;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ close } = await startTestServer((_, response) => sendJson(response, 404, {})));
});
afterEach(async () => {
  cleanup();
  window.matchMedia = original;
  await close();
});

/** Of phones: there is a finger and nothing to drop. */
const touch = () => {
  window.matchMedia = (query) => ({ ...original(query), matches: query.includes('pointer: coarse') });
};
const shown = () =>
  ['Drop files here, or click to choose', 'Choose files'].map((text) => screen.queryByText(text) !== null);
const folder = () => screen.queryByRole('button', { name: 'Choose a folder' });
const zone = () => document.querySelector('input[type=file]')?.closest('[data-hidden]');

describe('on a phone', () => {
  test('nothing is to be dropped, and no folder to be chosen', async () => {
    touch();
    await renderWithProviders(<FileDrop onFiles={() => undefined} />);
    expect(shown()).toEqual([false, true]);
    expect(folder()).toBeNull();
  });

  test('beside a list the field leaves its place to the list: a button does the same', async () => {
    touch();
    await renderWithProviders(<FileDrop onFiles={() => undefined} compact />);
    expect(zone()).not.toBeNull();
  });
});

test('with a mouse files are dropped or chosen, and folders, too', async () => {
  await renderWithProviders(<FileDrop onFiles={() => undefined} compact />);
  expect(shown()).toEqual([true, false]);
  expect(folder()).not.toBeNull();
  expect(zone()).toBeNull();
});
