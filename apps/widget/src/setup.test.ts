// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { findSetup, keyOf, type Setup } from './setup.ts';

const SRC = 'https://hanasu.example/widget.js';

afterEach(() => {
  delete window.hanasuSettings;
  delete window.HanasuSettings;
});

const setupOf = (src: string, dataset: DOMStringMap = {}): Setup => {
  const setup = findSetup({ src, dataset });
  if (typeof setup === 'string') throw new Error(setup);
  return setup;
};

test('the id comes from the attribute, the address or the settings, in this order', () => {
  window.hanasuSettings = { bot: 'settings', lang: 'vi' };
  expect(setupOf(`${SRC}?bot=address`, { bot: 'attribute' }).bot).toBe('attribute');
  expect(setupOf(`${SRC}?bot=address`)).toMatchObject({ bot: 'address', lang: 'vi' });
  expect(setupOf(SRC).bot).toBe('settings');
});

test('settings in capitals count too, and say who is signed in', () => {
  window.HanasuSettings = { bot: 'one', userId: '42', userHash: 'signed' };
  expect(setupOf(SRC).identity).toEqual({ userId: '42', hash: 'signed' });
});

test('settings with an address start a script that is run as text', () => {
  window.hanasuSettings = { bot: 'one', url: 'https://hanasu.example' };
  expect(findSetup(null)).toMatchObject({ src: SRC, bot: 'one' });
});

test('what is missing is said', () => {
  expect(findSetup({ src: SRC, dataset: {} })).toContain('the id of the bot is missing');
  expect(findSetup(null)).toContain('url');
});

test('the same bot, visitor and language are the same chat, however they were given', () => {
  const key = keyOf(setupOf(SRC, { bot: 'one' }));
  expect(keyOf(setupOf(`${SRC}?bot=one`))).toBe(key);
  expect(keyOf(setupOf(SRC, { bot: 'two' }))).not.toBe(key);
  expect(keyOf(setupOf(SRC, { bot: 'one', userId: '42', userHash: 'signed' }))).not.toBe(key);
});
