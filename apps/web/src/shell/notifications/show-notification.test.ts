// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale, startI18n } from '../../i18n/i18n.ts';
import { showNotification } from './show-notification.ts';

/** What was shown on the desktop. */
let shown: { title: string; options: NotificationOptions; onclick?: () => void }[];
function allow(permission: NotificationPermission) {
  vi.stubGlobal(
    'Notification',
    class {
      static permission = permission;
      onclick?: () => void;
      readonly title: string;
      readonly options: NotificationOptions;
      close = vi.fn();
      constructor(title: string, options: NotificationOptions) {
        this.title = title;
        this.options = options;
        shown.push(this);
      }
    },
  );
}
const settings = vi.fn(() => Promise.reject(new Error('offline')));
beforeEach(async () => {
  shown = [];
  vi.stubGlobal('fetch', settings);
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  await startI18n();
});
afterEach(() => vi.unstubAllGlobals());

const told = { event: 'waiting', subject: 'Hanako', body: 'Is it open?', path: '/Channel/conversation/1' };

it('shows what somebody wants to be told of, and a click goes there', async () => {
  allow('granted');
  const went: string[] = [];
  await showNotification(told, (path) => went.push(path));
  expect(shown.map(({ title, options }) => [title, options.body])).toEqual([
    ['A customer is waiting: Hanako', 'Is it open?'],
  ]);
  shown[0]?.onclick?.();
  expect(went).toEqual(['/Channel/conversation/1']);
});

it('says what is stored as a word or a number', async () => {
  allow('granted');
  await showNotification({ ...told, event: 'channel_failed', body: 'lost' }, () => undefined);
  await showNotification({ ...told, event: 'balance_low', body: '1200' }, () => undefined);
  await showNotification({ ...told, event: 'post_failed', body: 'post_incomplete' }, () => undefined);
  expect(shown.map(({ options }) => options.body)).toEqual([
    'The access token has expired. Reconnect the channel.',
    '1,200 tokens are left.',
    'It had no title or no text at its scheduled time.',
  ]);
});

it('names the share, the period and the effect of a used budget', async () => {
  allow('granted');
  const bodies = [
    ...['near month pause', 'near day cheaper', 'used day builtin', 'used month warn', 'short day refuse'],
    'unreadable',
  ];
  for (const body of bodies)
    await showNotification(
      { event: 'budget_used', subject: 'Front desk', body, path: '/Token?tab=budgets' },
      () => undefined,
    );
  expect(shown[0]?.title).toBe('Token budget: Front desk');
  expect(shown.map(({ options }) => options.body)).toEqual([
    '80% of this month’s token budget is used. At the limit bots pause: prepared answers only, other questions wait for your team.',
    '80% of today’s token budget is used. Bots with an economy model now answer with it. At the limit bots pause.',
    'The token budget is used up. The built-in model answers until it starts again.',
    'The token budget is used up. Nothing is stopped.',
    'What is left of the token budget is too little for some calls with this key. They are refused.',
    'unreadable',
  ]);
});

it('names a visitor without a name in the language in use', async () => {
  allow('granted');
  await setLocale('ja');
  await showNotification({ ...told, subject: 'Visitor 0042' }, () => undefined);
  await setLocale('en');
  expect(shown[0]?.title).toContain('訪問者 0042');
});

it('shows nothing that is announced by itself, that is unreadable, or that was not allowed', async () => {
  allow('granted');
  await showNotification({ ...told, event: 'new_chat' }, () => undefined);
  await showNotification({ event: 'fax' }, () => undefined);
  allow('default');
  await showNotification(told, () => undefined);
  expect(shown).toEqual([]);
});
