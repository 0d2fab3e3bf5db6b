import type { BotId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { arrangeBots } from './arrange-bots.ts';

const bot = (uuid: string, name: string, state: 'draft' | 'live' | 'changed' | 'paused') => ({
  uuid: uuid as BotId,
  name,
  state,
  createdAt: `2026-01-0${uuid}T00:00:00.000Z`,
});
const bots = [
  bot('1', 'Ánh 10', 'live'),
  bot('2', 'Bình', 'draft'),
  bot('3', 'ánh 2', 'changed'),
  bot('4', 'Zoo', 'paused'),
];
const SPLIT = { botOnly: 1, botAndStaff: 1, staffOnly: 0, unanswered: 1 };
const activity = new Map([['1', { botUuid: '1' as BotId, days: [], conversations: 3, ...SPLIT }]]);
const arranged = (state: 'live' | 'draft' | 'paused' | undefined, sort: 'busy' | 'new' | 'name') =>
  arrangeBots(bots, { state, sort, activity, locale: 'vi' }).map(({ uuid }) => uuid);

test('bots are put in order by conversations, age or name as people read it', () => {
  expect(arranged(undefined, 'busy')).toEqual(['1', '4', '3', '2']);
  expect(arranged(undefined, 'new')).toEqual(['4', '3', '2', '1']);
  expect(arranged(undefined, 'name')).toEqual(['3', '1', '2', '4']);
});

test('a bot with changes that are not published counts as live', () => {
  expect(arranged('live', 'new')).toEqual(['3', '1']);
  expect(arranged('draft', 'new')).toEqual(['2']);
  expect(arranged('paused', 'new')).toEqual(['4']);
});
