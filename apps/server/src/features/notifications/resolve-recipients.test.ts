import type { UserId } from '@hanasu/contract/ids';
import { DEFAULT_NOTIFY } from '@hanasu/contract/notify';
import { expect, test } from 'vitest';
import {
  hasRecipients,
  type NotificationEvent,
  type Person,
  resolveRecipients,
} from './resolve-recipients.ts';

const id = (name: string) => name as UserId;
const waiting: NotificationEvent = {
  event: 'waiting',
  key: 'k',
  subject: 'Hanako',
  body: '',
  path: '/',
  holder: null,
};
const person = (name: string, changes: Partial<Person> = {}): Person => ({
  userId: id(name),
  role: 'operator',
  settings: null,
  ...changes,
});
const ways = (people: Person[], thing: NotificationEvent) =>
  resolveRecipients(people, thing).map(({ userId, way }) => `${userId} ${way}`);

test('who has chosen nothing is told as everybody begins, who only looks on is told nothing', () => {
  expect(ways([person('a'), person('v', { role: 'viewer' })], waiting)).toEqual(['a desktop', 'a email']);
  const viewer = person('v', { role: 'viewer', settings: DEFAULT_NOTIFY });
  expect(ways([viewer], waiting)).toEqual(['v desktop', 'v email']);
});

test('what others have is not told to who wants only their own', () => {
  const settings = { ...DEFAULT_NOTIFY, onlyMine: true };
  const people = [person('a', { settings }), person('b', { settings })];
  expect(ways(people, { ...waiting, holder: id('a') })).toEqual(['a desktop', 'a email']);
  expect(ways(people, waiting)).toHaveLength(4);
  // A channel or a balance is nobody's conversation.
  const { holder: _, ...noTalk } = waiting;
  expect(ways(people, noTalk)).toHaveLength(4);
});

test('what concerns one person alone is told to nobody else, also when it is in others’ hands', () => {
  const settings = { ...DEFAULT_NOTIFY, onlyMine: true };
  const mention: NotificationEvent = { ...waiting, event: 'mention', only: id('b'), holder: id('a') };
  expect(ways([person('a'), person('b', { settings })], mention)).toEqual(['b desktop', 'b email']);
});

test('only mails wait to be gathered', () => {
  const told = resolveRecipients([person('a')], waiting);
  expect(told.map(({ way, waitMinutes }) => [way, waitMinutes])).toEqual([
    ['desktop', 0],
    ['email', DEFAULT_NOTIFY.digestMinutes],
  ]);
});

test('nothing is looked up where nobody is told of it', () => {
  const rules = { desktop: [], email: [], channel: ['late'], web_hook: [] };
  const people = [person('a', { settings: { ...DEFAULT_NOTIFY, rules } }), person('v', { role: 'viewer' })];
  expect([hasRecipients(people, ['waiting', 'new_chat']), hasRecipients(people, ['late'])]).toEqual([
    false,
    true,
  ]);
});
