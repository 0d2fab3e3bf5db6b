import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import { UserId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import { fillReply, fittingReplies, insertReply, slashQuery } from './canned/canned.ts';
import { coordinatesIn } from './composer/ComposerTools.tsx';
import { mentionedIn, mentionQuery, noteParts } from './composer/mentions.ts';
import { fileTrouble } from './composer/sendable-file.ts';
import { sendingWindow } from './composer/sending-window.ts';
import { durationWords } from './durations.ts';
import { filterOf, savedFilterOf, viewOfSaved } from './inbox.queries.ts';
import { chosenSort, type InboxView, PLAIN_VIEW } from './inbox-view.ts';
import { startOf } from './list/days.ts';
import { hitParts } from './list/SearchResults.tsx';
import { slaOf } from './list/sla.ts';
import { nothingSelected, toggled } from './list/use-selection.ts';
import { PRESENCE_LIFE_MS, type Present, stillPresent, withPresence } from './realtime/presence.ts';
import { snoozeTimes } from './thread/SnoozeMenu.tsx';
import { isLocked, possibleActions } from './thread/use-status-actions.ts';
import { newMessageId } from './thread/use-thread.ts';

const AT = Date.parse('2026-01-10T12:00:00.000Z');
const iso = (offsetMs: number) => new Date(AT + offsetMs).toISOString();
const HOUR = 3_600_000;

describe('views of the inbox', () => {
  const TOKYO = 'Asia/Tokyo';
  const view = (more: Partial<InboxView> = {}): InboxView => ({ ...PLAIN_VIEW, ...more });

  test('who waits longest comes first where customers wait, elsewhere the last activity, unless chosen', () => {
    const sortOf = (given: Partial<InboxView>) => filterOf(view(given)).sort;
    expect(sortOf({ tab: 'waiting' })).toBe('waiting');
    expect(sortOf({ tab: 'waiting', sort: 'recent' })).toBeUndefined();
    expect(sortOf({ tab: 'all' })).toBeUndefined();
    expect(sortOf({ tab: 'all', sort: 'waiting' })).toBe('waiting');
    expect(chosenSort(view({ tab: 'waiting', sort: 'waiting' }))).toBeUndefined();
    expect(chosenSort(view({ tab: 'waiting', sort: 'recent' }))).toBe('recent');
  });

  test('a saved view opens as it was', () => {
    const tag = '01932f00-dddd-7000-8000-000000000002' as NonNullable<InboxView['tag']>;
    const shown = view({ tab: 'waiting', q: 'hello', tag, unread: true, sort: 'recent', delivery: 'failed' });
    expect(viewOfSaved(savedFilterOf(shown, TOKYO), TOKYO)).toEqual(shown);
    expect(savedFilterOf(view(), TOKYO)).toEqual({ tab: 'all' });
  });

  test('days up to today are saved as their number; other days as they are', () => {
    const days = view({ from: startOf(TOKYO, '30') });
    expect(savedFilterOf(days, TOKYO)).toEqual({ tab: 'all', days: '30' });
    expect(viewOfSaved({ tab: 'all', days: '7' }, TOKYO).from).toBe(startOf(TOKYO, '7'));
    const once = view({ from: iso(-2 * 24 * HOUR), to: iso(0) });
    expect(viewOfSaved(savedFilterOf(once, TOKYO), TOKYO)).toEqual(once);
  });
});

describe('canned replies', () => {
  const reply = (shortcut: string, title: string, text = '') =>
    ({ uuid: shortcut, shortcut, title, text, uses: 0, updatedAt: '' }) as never;
  const all = [
    reply('gio-mo-cua', 'Giờ mở cửa'),
    reply('cua-hang', 'Địa chỉ'),
    reply('営業時間', '営業時間'),
  ];
  const names = (query: string) => fittingReplies(all, query).map(({ shortcut }) => shortcut);

  test('a slash asks for one at the beginning of a word only', () => {
    expect(slashQuery('/', 1)).toEqual({ query: '', from: 0 });
    expect(slashQuery('Hello /ho', 9)).toEqual({ query: 'ho', from: 6 });
    expect(slashQuery('1/2', 3)).toBeNull();
    expect(slashQuery('/ho and', 7)).toBeNull();
    expect(slashQuery('/営業', 3)).toEqual({ query: '営業', from: 0 });
    expect(slashQuery('はい/いいえ', 6)).toBeNull();
    expect(slashQuery('承知しました。／営', 9)).toEqual({ query: '営', from: 7 });
  });

  test('shortcuts that begin so come first; marks need not be typed', () => {
    expect(names('cua')).toEqual(['cua-hang', 'gio-mo-cua']);
    expect(names('dia chi')).toEqual(['cua-hang']);
    expect(names('営業')).toEqual(['営業時間']);
    expect(names('ｃｕａ')).toEqual(['cua-hang', 'gio-mo-cua']);
    expect(names('nothing')).toEqual([]);
    expect(names('')).toHaveLength(3);
  });

  test('known variables are filled in, others are left', () => {
    const values = { customer: '花子', operator: 'Mika', account: 'Inn', channel: 'Desk' };
    expect(fillReply('{{customer}}, {{ operator }} of {{account}}: {{price}}', values)).toBe(
      '花子, Mika of Inn: {{price}}',
    );
    // What somebody is called is not read as a variable again.
    expect(fillReply('{{customer}}', { ...values, customer: '{{operator}}' })).toBe('{{operator}}');
  });

  test('a reply stands where the slash stood', () => {
    expect(insertReply('a /x b', 4, 2, 'reply')).toEqual({ text: 'a reply b', caret: 7 });
  });
});

describe('notes', () => {
  const [mika, mikaSan] = [1, 2].map((n) => UserId.parse(`01932f00-dddd-7000-8000-00000000000${n}`));
  test('mentions are found by name', () => {
    const staff = [
      { uuid: mika as UserId, name: 'Mika' },
      { uuid: mikaSan as UserId, name: '田中 花' },
    ];
    expect(mentionedIn('@田中 花 please look', staff)).toEqual([mikaSan]);
    expect(mentionedIn('mail@example.com', staff)).toEqual([]);
    expect(mentionQuery('ask @mi', 7)).toEqual({ query: 'mi', from: 4 });
    expect(mentionQuery('mail@mi', 7)).toBeNull();
  });
  test('the longest name wins, and names are no patterns', () => {
    expect(
      noteParts('@Mika B. and @Mika', ['Mika', 'Mika B.']).map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ['mention', '@Mika B.'],
      ['text', ' and '],
      ['mention', '@Mika'],
    ]);
  });
});

test('the window is free, then counted, then closed', () => {
  const window = { freeUntil: iso(0), openUntil: iso(HOUR) };
  expect(sendingWindow(null, AT)).toBeNull();
  expect(sendingWindow(window, AT - 1)).toEqual({ state: 'free', until: window.freeUntil });
  expect(sendingWindow(window, AT)).toEqual({ state: 'counted', until: window.openUntil });
  expect(sendingWindow(window, AT + HOUR)).toEqual({ state: 'closed' });
});

test('a clock waits, is due, is late; nobody waits for what is closed', () => {
  const of = (more: object) =>
    slaOf({ respondBy: null, waitingSince: null, handling: 'waiting', ...more } as never, AT)?.state;
  expect(of({})).toBeUndefined();
  expect(of({ waitingSince: iso(-1) })).toBe('waits');
  expect(of({ respondBy: iso(1) })).toBe('due');
  expect(of({ respondBy: iso(1), waitingSince: iso(-1) })).toBe('waits');
  expect(of({ respondBy: iso(0), waitingSince: iso(-1) })).toBe('late');
  expect(of({ respondBy: iso(0), handling: 'closed' })).toBeUndefined();
});

test('presence ends by word, and by itself after its life', () => {
  const heard = (state: 'viewing' | 'typing' | 'gone', conversationUuid = 'one') => ({
    conversationUuid,
    user: { uuid: 'm', name: 'Mika' },
    state,
  });
  const states = (known: readonly Present[]) =>
    known.map(({ conversation, state }) => `${conversation} ${state}`);
  const first = withPresence([], heard('viewing'), AT);
  const second = withPresence(first, heard('typing'), AT + 1);
  expect(states(second)).toEqual(['one typing']);
  expect(states(withPresence(second, heard('viewing', 'two'), AT + 2))).toEqual([
    'one typing',
    'two viewing',
  ]);
  expect(withPresence(second, heard('gone'), AT + 3)).toEqual([]);
  expect(stillPresent(second, AT + PRESENCE_LIFE_MS)).toHaveLength(1);
  expect(stillPresent(second, AT + 1 + PRESENCE_LIFE_MS)).toEqual([]);
});

test('a range with Shift becomes as the row that was pressed', () => {
  const order = ['a', 'b', 'c', 'd'];
  const one = toggled(nothingSelected<string>(), 'b', order);
  const more = toggled(one, 'd', order, true);
  expect([...more.ids]).toEqual(['b', 'c', 'd']);
  expect([...toggled(more, 'c', order, true).ids]).toEqual(['b']);
  expect([...toggled(nothingSelected<string>(), 'c', order, true).ids]).toEqual(['c']);
});

test('snooze times lie in the own day; next Monday is never today', () => {
  const at = (now: Date) => Object.fromEntries(snoozeTimes(now).map(({ name, until }) => [name, until]));
  const monday = new Date(2026, 0, 5, 8, 30);
  expect(at(monday).monday).toEqual(new Date(2026, 0, 12, 9));
  expect(at(new Date(2026, 0, 11, 23)).monday).toEqual(new Date(2026, 0, 12, 9));
  expect(at(monday).tomorrow).toEqual(new Date(2026, 0, 6, 9));
  expect(at(monday).hour).toEqual(new Date(2026, 0, 5, 9, 30));
});

test.each([
  ['35.6586, 139.7454', 35.6586, 139.7454],
  ['https://www.google.com/maps/@35.6586,139.7454,17z', 35.6586, 139.7454],
  ['https://maps.google.com/?q=-10.5,106.7', -10.5, 106.7],
  ['https://www.openstreetmap.org/#map=16/10.7769/106.7009', 10.7769, 106.7009],
])('coordinates in %s', (text, latitude, longitude) => {
  expect(coordinatesIn(text)).toEqual({ latitude, longitude });
});
test.each(['', 'Tokyo Tower', '99, 200', '12'])('no coordinates in “%s”', (text) => {
  expect(coordinatesIn(text)).toBeNull();
});

test('a file is refused for what the channel can’t send or what is too large', () => {
  const manifest = {
    capabilities: { sends: ['image'] },
    limits: { fileBytes: { image: 10 } },
  } as unknown as ChannelManifest;
  expect(fileTrouble({ type: 'image/png', size: 10 }, manifest)).toBeNull();
  expect(fileTrouble({ type: 'image/png', size: 11 }, manifest)).toEqual({ kind: 'too_large', limit: 10 });
  expect(fileTrouble({ type: 'application/pdf', size: 1 }, manifest)).toEqual({ kind: 'unsupported' });
  expect(fileTrouble({ type: 'image/png', size: 0 }, manifest)).toEqual({ kind: 'empty' });
  expect(fileTrouble({ type: 'image/png', size: 1 }, undefined)).toEqual({ kind: 'unsupported' });
});

test('what a colleague has is locked, and taken over only in the banner', () => {
  const theirs = { handling: 'operator', operator: { uuid: 'x', name: 'X' }, bot: null } as never;
  const free = { handling: 'waiting', operator: null, bot: null } as never;
  expect([isLocked(theirs, 'me'), isLocked(theirs, 'x'), isLocked(free, 'me')]).toEqual([true, false, false]);
  expect(possibleActions(theirs, 'me').map(({ to }) => to)).toEqual(['closed']);
  expect(possibleActions(free, 'me').map(({ to }) => to)).toEqual(['operator', 'closed']);
});

test('ids of messages are UUIDv7 in the order of time', () => {
  const ids = [AT, AT + 1, AT + 2].map((time) => newMessageId(time));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newMessageId(AT)).not.toBe(newMessageId(AT));
});

test('what a search found is marked, with or without its marks', () => {
  const hits = (text: string, query: string) =>
    hitParts(text, query)
      .filter(({ isHit }) => isHit)
      .map(({ text: hit }) => hit);
  expect(hits('thì được hoàn tiền?', 'hoan tien')).toEqual(['hoàn tiền']);
  expect(hits('朝食は何時から、朝食券は', '朝食')).toEqual(['朝食', '朝食']);
  expect(hits('Đường Hoa', 'duong')).toEqual(['Đường']);
  expect(hits('nothing', '')).toEqual([]);
  expect(
    hitParts('abc', 'b')
      .map(({ text }) => text)
      .join(''),
  ).toBe('abc');
});

test('lengths of time have at most two units', () => {
  expect([45, 180, 7500, 86_400, 90_000].map((seconds) => durationWords(seconds, 'en-US'))).toEqual([
    '45 sec',
    '3 min',
    '2 hr 5 min',
    '1 day',
    '1 day 1 hr',
  ]);
});
