// @vitest-environment jsdom
import type { ConversationView } from '@hanasu/contract/inbox';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StatusPill } from '../../../entities/conversation/StatusPill.tsx';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { type InboxUpdate, mergeUpdates } from '../realtime/use-inbox-updates.ts';
import { makeConversation } from '../testing.ts';
import { DetailsPane } from '../thread/DetailsPane.tsx';
import { ThreadHead } from '../thread/ThreadHead.tsx';
import { ConversationRow } from './ConversationRow.tsx';

let stop: () => Promise<unknown>;
beforeEach(async () => {
  const server = await startTestServer((_request, response) => sendJson(response, 404, {}));
  stop = server.close;
});
afterEach(async () => {
  cleanup();
  await stop();
});

const UNANSWERED = { text: 'Are you open on Saturday?', kind: 'text', more: 6, isPassed: false };
const waiting = (more: Record<string, unknown> = {}): ConversationView =>
  makeConversation(1, {
    handling: 'waiting',
    waitingReason: 'not_found',
    waitingSince: new Date().toISOString(),
    unanswered: UNANSWERED,
    ...more,
  });

const row = (conversation: ConversationView) => (
  <ConversationRow
    conversation={conversation}
    isOpen={false}
    isTyping={false}
    isSelected={false}
    isSelecting={false}
    viewers=""
    href="/"
    onOpen={() => undefined}
    onSelect={() => undefined}
  />
);

const WORK = {
  actions: [],
  run: () => undefined,
  pending: undefined,
  menu: null,
  setMenu: () => undefined,
  assign: () => undefined,
  snooze: () => undefined,
} as never;

test('a row shows the earliest unanswered message and how many more there are', async () => {
  await renderWithProviders(row(waiting()));
  expect(screen.getByText('Are you open on Saturday?').tagName).toBe('STRONG');
  expect(screen.getByText('and 6 more')).toBeTruthy();
});

test('one that is alone has no number, and my draft stands before both', async () => {
  await renderWithProviders(row(waiting({ unanswered: { ...UNANSWERED, more: 0 } })));
  expect(screen.queryByText(/more/)).toBeNull();
  cleanup();
  await renderWithProviders(row(waiting({ draft: 'Yes, we' })));
  expect(screen.queryByText('and 6 more')).toBeNull();
});

test.each([
  ['less than a minute', 50_000, 'under 1 min'],
  ['minutes, whole ones', 5 * 60_000 + 50_000, '5 min'],
  ['hours', 125 * 60_000 + 30_000, '2 hr 5 min'],
])('row, head and panel say the same of a wait of %s', async (_, lasted, duration) => {
  const conversation = waiting({ waitingSince: new Date(Date.now() - lasted).toISOString() });
  await renderWithProviders(
    <>
      {row(conversation)}
      <ThreadHead
        conversation={conversation}
        work={WORK}
        onBack={() => undefined}
        onDetails={() => undefined}
        detailsShown
      />
      <DetailsPane conversation={conversation} messages={[]} onClose={() => undefined} />
    </>,
  );
  expect(screen.getAllByText((text) => text.trim() === duration)).toHaveLength(3);
});

test('a row that begins to wait while the list is open says how long at once', async () => {
  const before = makeConversation(1);
  const begun = waiting({
    waitingSince: new Date(Date.now() - 65_000).toISOString(),
    updatedAt: new Date().toISOString(),
  });
  const event: InboxUpdate = {
    conversation: { action: 'handling', data: [{ message: null, conversation: begun }] },
  };
  const { conversations } = mergeUpdates([event], {
    find: () => before,
    isSeen: () => false,
    isFetching: () => false,
  });
  await renderWithProviders(row(conversations[0] ?? before));
  expect(screen.getByText((text) => text.trim() === '1 min')).toBeTruthy();
});

test('the head of a conversation names its channel in full', async () => {
  const name = 'Tsubaki salon, Omotesando branch';
  const channel = { ...makeConversation(1).channel, name };
  await renderWithProviders(
    <ThreadHead
      conversation={waiting({ channel })}
      work={WORK}
      onBack={() => undefined}
      onDetails={() => undefined}
      detailsShown
    />,
  );
  expect(screen.getByText(name).parentElement?.title).toBe(name);
});

test.each([
  ['goes on', { handling: 'waiting', waitingReason: 'not_found' }, true],
  ['has no tokens', { handling: 'waiting', waitingReason: 'no_tokens' }, false],
  ['is paused', { handling: 'waiting', waitingReason: 'paused' }, false],
  ['is not there', { handling: 'waiting', bot: null }, false],
  ['is in a group of people', { handling: 'waiting', group: { name: 'Us', pictureUrl: null } }, false],
  ['answers alone', { handling: 'bot' }, false],
] as const)('where the bot %s: that it keeps answering is said: %#', async (_, status, isSaid) => {
  await renderWithProviders(<StatusPill conversation={makeConversation(1, status)} isFull />);
  expect(screen.queryByText('Waiting for your team; the bot keeps answering') !== null).toBe(isSaid);
});
