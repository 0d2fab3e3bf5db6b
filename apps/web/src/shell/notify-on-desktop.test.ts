// @vitest-environment jsdom

import { existsSync } from 'node:fs';
import path from 'node:path';
import { UPDATE_ACTIONS } from '@hanasu/contract/realtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeConversation, makeMessage } from '../features/inbox/testing.ts';
import { notifyOnDesktop } from './notify-on-desktop.ts';

/** What was shown on the desktop. */
let shown: { title: string; options: NotificationOptions; onclick?: () => void; close: () => void }[];
const requestPermission = vi.fn();
function allow(permission: NotificationPermission) {
  vi.stubGlobal(
    'Notification',
    class {
      static permission = permission;
      static requestPermission = requestPermission;
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
beforeEach(() => {
  shown = [];
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const entry = (number: number) => ({ message: makeMessage(number), conversation: makeConversation(1) });
const nowhere = () => undefined;

it('spec:90 spec:14 spec:11 a new message is announced as "Tin nhắn mới", with the first text and the logo', () => {
  allow('granted');
  notifyOnDesktop({ action: 'user_chat', data: [entry(1), entry(2)] }, nowhere);
  expect(shown).toHaveLength(1);
  expect(shown[0]?.title).toBe('Tin nhắn mới');
  expect(shown[0]?.options).toMatchObject({ body: 'Message 1', icon: '/welcome-logo.png' });
  expect(existsSync(path.join(import.meta.dirname, '../../public/welcome-logo.png'))).toBe(true);
});

it.each(UPDATE_ACTIONS.filter((action) => action !== 'user_chat'))(
  'spec:90 not for the action %s',
  (action) => {
    allow('granted');
    notifyOnDesktop({ action, data: [entry(1)] }, nowhere);
    expect(shown).toEqual([]);
  },
);

it.each(['default', 'denied'] as const)(
  'spec:90 not with the permission %s, and it is not asked for',
  (given) => {
    allow(given);
    notifyOnDesktop({ action: 'user_chat', data: [entry(1)] }, nowhere);
    expect(shown).toEqual([]);
    expect(requestPermission).not.toHaveBeenCalled();
  },
);

it('needs a browser that knows notifications, and a message', () => {
  notifyOnDesktop({ action: 'user_chat', data: [entry(1)] }, nowhere);
  allow('granted');
  notifyOnDesktop({ action: 'user_chat', data: [] }, nowhere);
  expect(shown).toEqual([]);
});

it('a click comes back to the window and opens the conversation', () => {
  allow('granted');
  const opened: string[] = [];
  notifyOnDesktop({ action: 'user_chat', data: [entry(1)] }, (uuid) => opened.push(uuid));
  shown[0]?.onclick?.();
  expect(opened).toEqual([makeMessage(1).conversationUuid]);
  expect(window.focus).toHaveBeenCalled();
  expect(shown[0]?.close).toHaveBeenCalled();
});
