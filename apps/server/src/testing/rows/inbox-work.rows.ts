import { type CannedReplyId, InboxViewId, MessageId } from '@hanasu/contract/ids';
import * as work from '@hanasu/contract/inbox-work';
import type { EndpointWorld } from '../endpoint-world.ts';
import { messagesOf } from '../test-shop.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const here = (world: EndpointWorld) => ({ params: { uuid: world.conversation } });
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const reply = (shortcut: string) => ({ shortcut, title: 'Hours', text: 'We open at ten.' });
const newShortcut = () => `s${crypto.randomUUID().slice(0, 8)}`;

const inboxView = () => ({
  uuid: InboxViewId.parse(crypto.randomUUID()),
  name: 'Orders',
  filter: { tab: 'waiting' as const, unread: true as const },
});

async function newReply({ person }: EndpointWorld): Promise<CannedReplyId> {
  const { uuid } = await person.call(work.createCannedReply, { body: reply(newShortcut()) });
  return uuid as CannedReplyId;
}

async function newNote({ person, conversation: uuid }: EndpointWorld) {
  const note = await person.call(work.addNote, { params: { uuid }, body: { text: 'Careful.' } });
  return { uuid, message: note.uuid };
}

/** A message that is translated already: no model is asked. */
async function translated({ person, conversation: uuid, setTranslation }: EndpointWorld) {
  const [message] = await messagesOf(person, uuid);
  const id = MessageId.parse(message?.uuid);
  await setTranslation(id, 'ja', '駐車は無料ですか。');
  return { uuid, message: id };
}

export const INBOX_WORK_ROWS: readonly EndpointRow[] = [
  row(
    work.assignConversation,
    (world) => ({ ...here(world), body: { to: world.person.user.uuid } }),
    wrongBodies({ to: { to: 'somebody' } }),
  ),
  row(
    work.addNote,
    (world) => ({ ...here(world), body: { text: 'Knows us well.', mentions: [world.person.user.uuid] } }),
    wrongBodies({
      text: { text: ' ' },
      'mentions.0': { text: 'Look', mentions: [crypto.randomUUID()] },
    }),
  ),
  row(work.deleteNote, async (world) => ({ params: await newNote(world) })),
  row(
    work.snoozeConversation,
    (world) => ({ ...here(world), body: { until: soon() } }),
    wrongBodies({ until: { until: '2020-01-01T00:00:00Z' } }),
  ),
  row(work.listOtherConversations, here, WRONG_PAGES),
  row(
    work.bulkConversations,
    (world) => ({ body: { uuids: [world.conversation], action: { kind: 'read' as const } } }),
    wrongBodies({
      uuids: { uuids: [], action: { kind: 'read' } },
      'action.kind': { uuids: [crypto.randomUUID()], action: { kind: 'burn' } },
    }),
  ),
  row(
    work.saveDraft,
    (world) => ({ ...here(world), body: { text: 'Thank you for' } }),
    wrongBodies({ text: { text: 'x'.repeat(5001) } }),
  ),
  row(
    work.showPresence,
    (world) => ({ ...here(world), body: { state: 'typing' as const } }),
    wrongBodies({ state: { state: 'asleep' } }),
  ),
  row(work.listOperators, nothing),
  row(
    work.setAvailability,
    () => ({ body: { available: true } }),
    wrongBodies({ available: { available: 'yes' } }),
  ),
  row(work.listInboxViews, nothing),
  row(
    work.saveInboxViews,
    () => ({ body: { items: [inboxView()] } }),
    wrongBodies({
      'items.0.name': { items: [{ ...inboxView(), name: ' ' }] },
      'items.0.filter.tab': { items: [{ ...inboxView(), filter: { tab: 'elsewhere' } }] },
      items: { items: [inboxView(), inboxView()] },
    }),
  ),
  row(work.listCannedReplies, nothing, WRONG_PAGES),
  row(
    work.createCannedReply,
    () => ({ body: reply(newShortcut()) }),
    wrongBodies({
      shortcut: reply('two words'),
      title: { ...reply('hours'), title: '' },
      text: { ...reply('hours'), text: '' },
    }),
  ),
  row(
    work.updateCannedReply,
    async (world) => ({ params: { uuid: await newReply(world) }, body: { text: 'We open at nine.' } }),
    wrongBodies({ shortcut: { shortcut: '/' } }),
  ),
  row(work.deleteCannedReply, async (world) => ({ params: { uuid: await newReply(world) } })),
  row(work.suggestReply, here),
  row(
    work.helpWriting,
    (world) => ({ ...here(world), body: { task: 'polite' as const, text: 'No.' } }),
    wrongBodies({ task: { task: 'rude', text: 'No.' }, text: { task: 'polite', text: '' } }),
  ),
  row(
    work.translateMessage,
    async (world) => ({ params: await translated(world), body: { language: 'ja' as const } }),
    wrongBodies({ language: { language: 'fr' } }),
  ),
  row(work.searchMessages, () => ({ query: { q: 'parking' } }), [
    { query: {}, path: 'query.q' },
    { query: { q: 'parking', page: 0 }, path: 'query.page' },
  ]),
  row(work.getInboxReport, nothing, [{ query: { days: 0 }, path: 'query.days' }]),
];
