import { isDeepStrictEqual } from 'node:util';
import type { ConversationId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  getConversation,
  listConversations,
  markRead,
  markUnread,
  sendOperatorMessage,
  setHandling,
  undoClose,
} from '@hanasu/contract/inbox';
import * as work from '@hanasu/contract/inbox-work';
import { home } from '@hanasu/contract/insights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, messagesOf, say } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(async () => {
  await server.stop();
});

const at = (uuid: ConversationId) => ({ params: { uuid } });

/** Alex has asked what the bot does not know, and waits for a person. */
async function openWaiting() {
  const person = await server.register();
  const colleague = await addMember(server, person, 'operator');
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'alex', 'Quantum chromodynamics of neutron stars');
  const view = await eventually('somebody waits', async () => {
    const { items } = await person.call(listConversations, { query: { handling: 'waiting' } });
    // Until the clock runs, the customer waits since the last message.
    return items[0] && items[0].waitingSince !== items[0].lastMessageAt ? items[0] : undefined;
  });
  return { person, colleague, channel, uuid: view.uuid };
}

/** What has to be as it was. */
const stateOf = ({
  handling,
  operator,
  waitingReason,
  waitingSince,
  respondBy,
  snoozedUntil,
}: ConversationView) => ({ handling, operator, waitingReason, waitingSince, respondBy, snoozedUntil });

describe('taking back that a conversation was closed', () => {
  test('brings back why it waited and since when, and who has it', async () => {
    const { person, colleague, uuid } = await openWaiting();
    await person.call(work.assignConversation, { ...at(uuid), body: { to: colleague.user.uuid } });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await person.call(work.snoozeConversation, { ...at(uuid), body: { until } });
    const before = await person.call(getConversation, at(uuid));
    const closed = await colleague.call(setHandling, { ...at(uuid), body: { handling: 'closed' } });
    expect(stateOf(closed)).not.toEqual(stateOf(before));
    expect(stateOf(await colleague.call(undoClose, at(uuid)))).toEqual(stateOf(before));
    const lines = (await messagesOf(person, uuid)).map(({ data }) => data.event);
    expect(lines.slice(-2)).toEqual(['closed', 'reopened']);
  });

  test('is for who closed it, once, and as long as nothing has happened since', async () => {
    const { person, colleague, channel, uuid } = await openWaiting();
    const refusal = async (who: typeof person) => (await who.refused(undoClose, at(uuid))).code;
    expect(await refusal(person)).toBe('conversation_not_closed');
    await person.call(setHandling, { ...at(uuid), body: { handling: 'closed' } });
    expect(await refusal(colleague)).toBe('conversation_not_closed');
    await person.call(undoClose, at(uuid));
    expect(await refusal(person)).toBe('conversation_not_closed');
    await person.call(setHandling, { ...at(uuid), body: { handling: 'closed' } });
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    await eventually('it is open again', async () => {
      const { handling } = await person.call(getConversation, at(uuid));
      return handling !== 'closed';
    });
    expect(await refusal(person)).toBe('conversation_not_closed');
  });

  test('gives it to nobody when who had it takes no conversations any more', async () => {
    const { person, colleague, uuid } = await openWaiting();
    await colleague.call(setHandling, { ...at(uuid), body: { handling: 'operator' } });
    await person.call(setHandling, { ...at(uuid), body: { handling: 'closed', takeOver: true } });
    await server.sql("update memberships set role = 'viewer' where user_id = $1", [colleague.user.uuid]);
    expect(await person.call(undoClose, at(uuid))).toMatchObject({ handling: 'waiting', operator: null });
  });

  test('is possible for many at once', async () => {
    const { person, uuid } = await openWaiting();
    const bulk = (kind: 'close' | 'undo-close') =>
      person.call(work.bulkConversations, { body: { uuids: [uuid], action: { kind } } });
    await bulk('close');
    expect(await bulk('undo-close')).toEqual({ done: 1, failed: [] });
    expect((await person.call(getConversation, at(uuid))).handling).toBe('waiting');
  });
});

test('an unanswered message stands beside the conversation until a person writes', async () => {
  const { person, channel, uuid } = await openWaiting();
  const unanswered = async () => (await person.call(getConversation, at(uuid))).unanswered;
  expect(await unanswered()).toEqual({ ...QUANTUM, more: 0, isPassed: false });
  await person.call(sendOperatorMessage, { ...at(uuid), body: { text: 'I will look.' } });
  expect(await unanswered()).toBeNull();
  await say(person, channel.uuid, 'alex', 'And by Monday?');
  await eventually('the next words wait', async () => (await unanswered())?.text === 'And by Monday?');
});

const QUANTUM = { text: 'Quantum chromodynamics of neutron stars', kind: 'text' };

test('the earliest unanswered message is shown with the number of others, not what the bot answered since', async () => {
  const { person, channel, uuid } = await openWaiting();
  const unanswered = async () => (await person.call(getConversation, at(uuid))).unanswered;
  const becomes = (expected: unknown) =>
    eventually('it is shown so', async () => isDeepStrictEqual(await unanswered(), expected));
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  await eventually('the bot has answered', async () =>
    (await messagesOf(person, uuid)).some(({ outcome }) => outcome === 'answered'),
  );
  expect(await unanswered()).toEqual({ ...QUANTUM, more: 0, isPassed: true });
  await say(person, channel.uuid, 'alex', 'Superconducting antimatter zeppelins');
  await becomes({ ...QUANTUM, more: 1, isPassed: true });
  // Home says the same.
  const { longestWaiting } = (await person.call(home)).attention;
  expect(longestWaiting).toMatchObject({ conversationUuid: uuid, text: QUANTUM.text, more: 1 });

  await person.call(sendOperatorMessage, { ...at(uuid), body: { text: 'Parking is free, yes.' } });
  await person.call(setHandling, { ...at(uuid), body: { handling: 'closed' } });
  await say(person, channel.uuid, 'alex', 'Transcendental marsupial arithmetic');
  await becomes({ text: 'Transcendental marsupial arithmetic', kind: 'text', more: 0, isPassed: false });
});

test('a conversation can be unread again, for this person alone', async () => {
  const { person, colleague, uuid } = await openWaiting();
  const unread = async (who: typeof person) => (await who.call(getConversation, at(uuid))).unread;
  await person.call(markRead, at(uuid));
  await colleague.call(markRead, at(uuid));
  await person.call(markUnread, at(uuid));
  expect([await unread(person), await unread(colleague)]).toEqual([1, 0]);
  const { items } = await person.call(listConversations, { query: { unread: 'true' } });
  expect(items.map((one) => one.uuid)).toEqual([uuid]);
});

test('closed conversations are no open ones', async () => {
  const { person, uuid } = await openWaiting();
  const open = async () => (await person.call(listConversations, { query: { open: 'true' } })).items.length;
  expect(await open()).toBe(1);
  await person.call(setHandling, { ...at(uuid), body: { handling: 'closed' } });
  expect(await open()).toBe(0);
});

describe('who takes conversations', () => {
  test('is who has signed in, until they say otherwise', async () => {
    const person = await server.register();
    const colleague = await addMember(server, person, 'operator');
    const there = async () =>
      (await person.call(work.listOperators)).items.flatMap(({ uuid, available }) => (available ? uuid : []));
    expect(await there()).toEqual([person.user.uuid]);
    await colleague.call(listConversations, { query: {} });
    expect((await there()).toSorted()).toEqual([person.user.uuid, colleague.user.uuid].toSorted());
    await person.call(work.setAvailability, { body: { available: false } });
    await person.call(listConversations, { query: {} });
    expect(await there()).toEqual([colleague.user.uuid]);
  });

  test.each([
    ['9 hours', true],
    ['1 hour', false],
  ])('who was away and has been gone for %s is there again: %s', async (gone, isThere) => {
    const person = await server.register();
    await person.call(work.setAvailability, { body: { available: false } });
    await server.sql('update operator_presence set seen_at = now() - $2::interval where user_id = $1', [
      person.user.uuid,
      gone,
    ]);
    const { items } = await person.call(work.listOperators);
    expect(items[0]?.available).toBe(isThere);
  });

  test('a viewer is not among them', async () => {
    const person = await server.register();
    const viewer = await addMember(server, person, 'viewer');
    await viewer.call(listConversations, { query: {} });
    const { items } = await person.call(work.listOperators);
    expect(items.map(({ uuid }) => uuid)).toEqual([person.user.uuid]);
    const noted = await server.sql('select 1 from operator_presence where user_id = $1', [viewer.user.uuid]);
    expect(noted).toHaveLength(0);
  });
});
