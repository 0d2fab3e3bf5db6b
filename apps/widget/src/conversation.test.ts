import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { type Api, ApiError, type History, type Part, readParts } from './api.ts';
import { createChatStorage } from './chat-storage.ts';
import { createConversation } from './conversation.ts';

const start: Part = {
  type: 'start',
  messageId: 'm2',
  messageMetadata: { conversationUuid: 'c1', visitor: 'me' },
};
const answer = (text: string): Part => ({
  type: 'data-answer',
  data: {
    conversationUuid: 'c1' as ConversationId,
    message: { uuid: 'm2' as MessageId, text, citations: [] },
    outcome: 'answered',
  },
});
const NOTHING: History = {
  conversationUuid: null,
  busy: false,
  handling: 'bot',
  messages: [],
  quickReplies: [],
};
const message = (uuid: string, from: 'visitor' | 'bot' | 'person', text: string) => ({
  uuid: uuid as MessageId,
  from,
  text,
  citations: [],
  by: null,
  file: null,
  bubbles: [],
  form: null,
  createdAt: '',
});

function talkWith(changes: Partial<Api>) {
  const api: Api = {
    base: 'https://chat.example',
    session: async () => ({ visitor: 'signed' }),
    history: async () => NOTHING,
    ask: async () => undefined,
    resume: async () => false,
    ...changes,
  };
  const storage = createChatStorage(crypto.randomUUID());
  return {
    storage,
    session: createConversation({ api, storage, identity: null, wait: async () => undefined }),
  };
}

test('an answer is shown as it is written, and who asked is remembered', async () => {
  const seen: string[] = [];
  const { session, storage } = talkWith({
    async ask(question, onPart) {
      expect(question).toEqual({
        message: 'Hello',
        visitor: 'signed',
        conversationUuid: undefined,
        requestUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      for (const part of [
        start,
        { type: 'text-delta', delta: 'Good ' },
        { type: 'text-delta', delta: 'day' },
      ] as const)
        onPart(part);
      onPart(answer('Good day [1]'));
    },
  });
  session.listen(() => seen.push(session.state().said.at(-1)?.text ?? ''));
  await session.ask('Hello');
  expect(seen).toEqual(expect.arrayContaining(['', 'Good ', 'Good day', 'Good day [1]']));
  expect(session.state()).toMatchObject({ busy: false, fault: null });
  expect(storage.read().visitor).toBe('me');
});

test('a stream that breaks off is picked up from the history, without asking again', async () => {
  const messages = [message('m1', 'visitor', 'Hello'), message('m2', 'bot', 'The whole answer')];
  const answers = [
    { ...NOTHING, conversationUuid: 'c1', busy: true, messages: messages.slice(0, 1) },
    { ...NOTHING, conversationUuid: 'c1', messages },
  ];
  let asked = 0;
  const { session } = talkWith({
    async ask(_, onPart) {
      asked += 1;
      onPart(start);
      onPart({ type: 'text-delta', delta: 'The wh' });
      throw new ApiError('offline');
    },
    history: async () => answers.shift() ?? NOTHING,
  });
  await session.ask('Hello');
  expect(asked).toBe(1);
  expect(session.state().said.map(({ text }) => text)).toEqual(['Hello', 'The whole answer']);
  expect(session.state().busy).toBe(false);
});

test('a stream that breaks off goes on where it was, also when the answer is made anew', async () => {
  const seen: string[] = [];
  const cursors: unknown[] = [];
  const streams: ((onPart: (part: Part) => void) => boolean)[] = [
    () => {
      throw new ApiError('offline');
    },
    (onPart) => {
      onPart(start);
      onPart({ type: 'text-delta', delta: 'ole' });
      throw new ApiError('offline');
    },
    (onPart) => {
      onPart({ type: 'data-restart', data: { attempt: 2 } });
      onPart(start);
      onPart({ type: 'text-delta', delta: 'Another' });
      throw new ApiError('offline');
    },
    (onPart) => {
      onPart({ type: 'text-delta', delta: ' one' });
      onPart(answer('Another one'));
      return true;
    },
  ];
  const { session } = talkWith({
    async ask(_, onPart) {
      onPart(start);
      onPart({ type: 'text-delta', delta: 'The wh' });
      throw new ApiError('offline');
    },
    async resume(visitor, cursor, onPart) {
      expect(visitor).toBe('me');
      cursors.push(cursor && [cursor.answerUuid, cursor.attempt, cursor.position]);
      return streams.shift()?.(onPart) ?? false;
    },
  });
  session.listen(() => seen.push(session.state().said.at(-1)?.text ?? ''));
  await session.ask('Hello');
  expect(cursors).toEqual([
    ['m2', 1, 6],
    ['m2', 1, 6],
    ['m2', 1, 9],
    ['m2', 2, 7],
  ]);
  expect(seen).toEqual(expect.arrayContaining(['The wh', 'The whole', '', 'Another', 'Another one']));
  expect(session.state()).toMatchObject({ busy: false, fault: null });
  expect(session.state().said.map(({ text }) => text)).toEqual(['Hello', 'Another one']);
});

test('after a reload the answer that is being made is shown from its start', async () => {
  const { session, storage } = talkWith({
    history: async () => ({
      ...NOTHING,
      conversationUuid: 'c1',
      busy: true,
      messages: [message('m1', 'visitor', 'Hello')],
    }),
    async resume(_, cursor, onPart) {
      expect(cursor).toBeNull();
      for (const part of [start, { type: 'text-delta', delta: 'Good day' } as const, answer('Good day [1]')])
        onPart(part);
      return true;
    },
  });
  storage.write({ visitor: 'me' });
  await session.load();
  expect(session.state().said.map(({ text }) => text)).toEqual(['Hello', 'Good day [1]']);
  expect(session.state().busy).toBe(false);
});

test('a question whose fate is not known is sent again under the same id', async () => {
  const ids: unknown[] = [];
  const { session } = talkWith({
    async ask(question, onPart) {
      ids.push((question as { requestUuid: string }).requestUuid);
      if (ids.length === 1) throw new ApiError('offline');
      onPart(start);
      onPart(answer('Here'));
    },
  });
  await session.ask('Hello');
  expect(session.state().fault).toMatchObject({ code: 'offline' });
  await session.again();
  await session.ask('Another');
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('a question that was not taken is kept to be tried again', async () => {
  let isDown = true;
  const { session } = talkWith({
    async ask(_, onPart) {
      if (isDown) throw new ApiError('chat_limit_reached', 60);
      onPart(start);
      onPart(answer('Here'));
    },
  });
  await session.ask('Hello');
  expect(session.state()).toMatchObject({ said: [], busy: false, fault: { code: 'chat_limit_reached' } });
  expect(session.failed()).toBe('Hello');
  isDown = false;
  await session.again();
  expect(session.state().said.map(({ text }) => text)).toEqual(['Hello', 'Here']);
});

test('events are read however they are cut; a stream without its end is broken', async () => {
  const read = async (chunks: string[]) => {
    const parts: Part[] = [];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    await readParts(body, (part) => parts.push(part));
    return parts;
  };
  const delta = { type: 'text-delta', delta: '日本' };
  const wire = `data: ${JSON.stringify(delta)}\n\n`;
  expect(await read([wire.slice(0, 9), wire.slice(9), 'data: [DO', 'NE]\n\n'])).toEqual([delta]);
  await expect(read([wire])).rejects.toMatchObject({ code: 'offline' });
});

/** Runs the watch for so many rounds; says how often the history was asked for. */
async function watched(handling: History['handling'], rounds: number, question?: string) {
  let asked = 0;
  let left = rounds;
  const { session, storage } = talkWith({
    async history() {
      asked += 1;
      const messages = [{ ...message('m1', 'person', 'Good morning'), by: 'Hanako' }];
      return { ...NOTHING, conversationUuid: 'c1', handling, messages };
    },
  });
  storage.write({ visitor: 'me' });
  await session.load();
  if (question) await session.ask(question);
  asked = 0;
  await session.watch(() => {
    left -= 1;
    return left > 0;
  });
  return { asked, session };
}

test('a person is listened for often, the bot now and then', async () => {
  const person = await watched('person', 40);
  const bot = await watched('bot', 40);
  expect(person.asked).toBeGreaterThan(8);
  expect(bot.asked).toBeGreaterThan(0);
  expect(bot.asked).toBeLessThan(person.asked / 3);
  // Who has just asked hears soon of a person who steps in while the bot answers.
  expect((await watched('bot', 40, 'Hello')).asked).toBe(person.asked);
  expect(person.session.state().said).toMatchObject([{ from: 'person', by: 'Hanako', text: 'Good morning' }]);
});

test('what was fetched before a question was asked does not wipe it away', async () => {
  const arrive: ((history: History) => void)[] = [];
  const { session, storage } = talkWith({
    history: () => new Promise((resolve) => arrive.push(resolve)),
    async ask(_, onPart) {
      onPart(start);
      onPart(answer('Here'));
    },
  });
  storage.write({ visitor: 'me' });
  const loaded = session.load();
  await Promise.resolve();
  await session.ask('Hello');
  for (const answered of arrive) answered(NOTHING);
  await loaded;
  expect(session.state().said.map(({ text }) => text)).toEqual(['Hello', 'Here']);
});

test('a visitor who was handed over waits for a person', async () => {
  const { session } = talkWith({
    async ask(_, onPart) {
      onPart(start);
      const part = answer('');
      if (part.type === 'data-answer') onPart({ ...part, data: { ...part.data, outcome: 'handed_over' } });
    },
  });
  await session.ask('A person, please');
  expect(session.state()).toMatchObject({
    handling: 'waiting',
    busy: false,
    said: [{ text: 'A person, please' }],
  });
});

const PERSON = { label: 'Talk to our staff', text: 'Talk to our staff', action: 'handover' as const };
const SUGGESTED = { label: 'Is break…', text: 'Is breakfast included?', action: null };

test('quick replies are shown when the answer has ended, sent with their action, and gone at once', async () => {
  const sent: object[] = [];
  const { session, storage } = talkWith({
    history: async () => ({
      ...NOTHING,
      conversationUuid: 'c1',
      messages: [message('m1', 'visitor', 'Hello'), message('m2', 'bot', 'Good day')],
      quickReplies: [SUGGESTED, PERSON],
    }),
    async ask(question, onPart) {
      sent.push(question);
      expect(session.state().quickReplies).toEqual([]);
      onPart(start);
      if (sent.length === 3) throw new ApiError('conversation_busy');
      onPart(answer('Good day'));
    },
  });
  await session.ask('Hello');
  await expect.poll(() => session.state().quickReplies).toEqual([SUGGESTED, PERSON]);
  await session.tap(SUGGESTED);
  await expect.poll(() => session.state().quickReplies).toHaveLength(2);
  await session.tap(PERSON);
  // Not taken: "Try again" does what the tap should have done.
  await session.again();
  const said = sent.map((one) => ({ action: undefined, ...one }));
  expect(said).toMatchObject([
    { message: 'Hello', action: undefined },
    { message: 'Is breakfast included?', action: undefined },
    { message: 'Talk to our staff', action: 'handover' },
    { message: 'Talk to our staff', action: 'handover' },
  ]);

  // Another page of the same visitor.
  const reloaded = talkWith({
    history: async () => ({ ...NOTHING, conversationUuid: 'c1', quickReplies: [PERSON] }),
  });
  reloaded.storage.write(storage.read());
  await reloaded.session.load();
  expect(reloaded.session.state().quickReplies).toEqual([PERSON]);
  reloaded.session.fresh();
  expect(reloaded.session.state().quickReplies).toEqual([]);
});

test('quick replies of a message that is not shown yet do not appear under an older one', async () => {
  const { session } = talkWith({
    history: async () => ({
      ...NOTHING,
      messages: [message('m2', 'bot', 'Good day'), message('m3', 'person', 'Hanako here')],
      quickReplies: [{ ...PERSON, action: 'give-back' }],
    }),
    async ask(_, onPart) {
      onPart(start);
      onPart(answer('Good day'));
    },
  });
  await session.ask('Hello');
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.state()).toMatchObject({ busy: false, quickReplies: [] });
});

test('what a person says is shown while the answer is still being written, and the answer is kept', async () => {
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  const question = message('m1', 'visitor', 'Hello');
  const person = message('m3', 'person', 'This is Hanako');
  const { session } = talkWith({
    history: async () => ({ ...NOTHING, conversationUuid: 'c1', busy: true, messages: [question, person] }),
    async ask(_, onPart) {
      onPart(start);
      onPart({ type: 'text-delta', delta: 'I will' });
      onPart({ type: 'data-news' });
      await shown;
      onPart({ type: 'text-delta', delta: ' look.' });
      onPart(answer('I will look.'));
    },
  });
  const asking = session.ask('Hello');
  const texts = () => session.state().said.map(({ text }) => text);
  await expect.poll(texts).toEqual(['Hello', 'This is Hanako', 'I will']);
  expect(session.state().busy).toBe(true);
  show();
  await asking;
  expect(texts()).toEqual(['Hello', 'This is Hanako', 'I will look.']);
});

test('an answer that ends while the news are fetched is neither lost nor shown twice', async () => {
  const { promise: fetched, resolve: answerFetch } = Promise.withResolvers<History>();
  let calls = 0;
  const messages = [message('m1', 'visitor', 'Hello'), message('m3', 'person', 'This is Hanako')];
  const { session } = talkWith({
    async history() {
      calls += 1;
      return calls === 1 ? fetched : { ...NOTHING, conversationUuid: 'c1', busy: true, messages };
    },
    async ask(_, onPart) {
      onPart(start);
      onPart({ type: 'data-news' });
      onPart(answer('Done.'));
    },
  });
  await session.ask('Hello');
  answerFetch({ ...NOTHING, conversationUuid: 'c1', busy: true, messages });
  await expect
    .poll(() => session.state().said.map(({ text }) => text))
    .toEqual(['Hello', 'This is Hanako', 'Done.']);
});
