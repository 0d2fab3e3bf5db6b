import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MODEL } from '../features/channels/testing/channel-stage.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { createCaller, eventually } from '../testing/test-server.ts';
import { type ChaosStage, setChaosStage } from './chaos-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** The fake model says it again, word by word. */
const WORDS = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');

let stage: ChaosStage;
let server: KillableServer;
/** Where browsers call; a proxy would choose. */
let address: string;
let jwt: string;
let botUuid: string;

beforeAll(async () => {
  stage = await setChaosStage();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = createKillableServer(stage.settingsFor(port));
  await server.start();
  const body = {
    username: 'owner',
    email: 'owner@example.com',
    password: 'correct horse',
    acceptedTerms: true as const,
  };
  jwt = (await createCaller(address, null).call(register, { body })).jwt;
  const owner = createCaller(address, jwt);
  const bot = { name: 'Clerk', serviceUuid: MODEL, answerOnlyFromKnowledge: false };
  const made = await owner.call(createBot, { body: bot });
  botUuid = made.uuid;
  await owner.call(updateEmbedSetting, { body: { botUuid: made.uuid, enabled: true } });
});
afterAll(async () => {
  await server.close();
  await stage.close();
});
beforeEach(() => stage.models.reset());

interface Part {
  readonly type: string;
  readonly delta?: string;
  readonly messageId?: string;
  readonly messageMetadata?: { readonly conversationUuid: string; readonly visitor?: string };
  readonly data?: { readonly attempt?: number; readonly message?: { readonly text: string } };
}

/** A browser that reads a stream and, when it is cut, goes on where it was. */
interface Reader {
  readonly parts: readonly Part[];
  /** As a page would show it. */
  readonly text: string;
  /** How often it had to come back. */
  readonly returns: number;
}

type Way = 'widget' | 'api';

const headersOf = (way: Way, visitor: string): Record<string, string> => ({
  accept: 'text/event-stream',
  'content-type': 'application/json',
  ...(way === 'api' ? { authorization: `Bearer ${jwt}` } : { 'x-visitor': visitor }),
});

function ask(way: Way, visitor: string, question: object): Promise<Response> {
  const path = way === 'api' ? chat.path : `/api/embed/${botUuid}/chat`;
  const body = way === 'api' ? { botUuid, ...question } : { visitor, ...question };
  return fetch(new URL(path, address), {
    method: 'POST',
    headers: headersOf(way, visitor),
    body: JSON.stringify(body),
  });
}

async function newVisitor(): Promise<string> {
  const path = `/api/embed/${botUuid}/session`;
  const answer = await fetch(new URL(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answer.json()) as { visitor: string }).visitor;
}

/** `onPart` says when to do harm. */
async function listen(
  way: Way,
  visitor: string,
  first: Response,
  onPart: (reader: Reader) => void = () => undefined,
): Promise<Reader> {
  const reader = { parts: [] as Part[], text: '', returns: 0 };
  let attempt = 1;
  let response: Response | null = first;
  for (let tries = 0; tries < 400; tries += 1) {
    if (response?.status === 204) throw new Error('there was nothing to go on with');
    const isWhole = await read(response, (part) => {
      reader.parts.push(part);
      if (part.type === 'data-restart') {
        reader.text = '';
        attempt = part.data?.attempt ?? 0;
      }
      reader.text += part.delta ?? '';
      onPart(reader);
    });
    if (isWhole) return reader;
    await sleep(100);
    const start = reader.parts.find(({ type }) => type === 'start');
    const uuid = start?.messageMetadata?.conversationUuid;
    const base = way === 'api' ? `/api/chat/${uuid}/stream` : `/api/embed/${botUuid}/stream`;
    const query = `answerUuid=${start?.messageId}&attempt=${attempt}&position=${reader.text.length}`;
    response = await fetch(new URL(`${base}?${query}`, address), { headers: headersOf(way, visitor) }).catch(
      () => null,
    );
    if (response) reader.returns += 1;
  }
  throw new Error('the stream never came to its end');
}

/** Whether the stream came to its end. */
async function read(response: Response | null, onPart: (part: Part) => void): Promise<boolean> {
  let buffer = '';
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response?.body ?? []) {
      buffer += decoder.decode(bytes, { stream: true });
      const events = buffer.split('\n\n');
      buffer = events.pop() ?? '';
      for (const event of events) {
        const data = event.slice('data: '.length);
        if (data === '[DONE]') return true;
        onPart(JSON.parse(data) as Part);
      }
    }
  } catch {
    // Cut off.
  }
  return false;
}

const said = (conversationUuid: string) =>
  stage.sql<{ sender: string; text: string; outcome: string | null }>(
    `select sender, text, outcome from messages where conversation_id = '${conversationUuid}' order by id`,
  );
const conversationOf = (reader: Reader): string =>
  reader.parts.find(({ type }) => type === 'start')?.messageMetadata?.conversationUuid ?? '';

async function expectOneAnswer(reader: Reader): Promise<void> {
  const messages = await said(conversationOf(reader));
  expect(messages.map(({ sender }) => sender)).toEqual(['customer', 'bot']);
  expect(messages[1]).toMatchObject({ outcome: 'answered' });
  expect(messages[1]?.text).toContain(WORDS);
  expect(reader.text).toBe(messages[1]?.text);
  const answers = reader.parts.filter(({ type }) => type === 'data-answer');
  expect(answers.map(({ data }) => data?.message?.text)).toEqual([messages[1]?.text]);
  const open = await stage.sql(
    'select id from conversations where lease_until is not null union select id from chat_turns where ended_at is null',
  );
  expect(open).toEqual([]);
  const [books] = await stage.sql<{ reserved: number; charged: number }>(
    `select (select count(*)::int from token_reservations) as reserved,
       (select count(*)::int from ledger_entries where kind = 'call' and conversation_id = '${conversationOf(reader)}') as charged`,
  );
  expect(books).toEqual({ reserved: 0, charged: 1 });
}

test.each<Way>(['widget', 'api'])(
  'kill -9 in the middle of an answer (%s): it is made again, once',
  async (way) => {
    stage.models.behave('*', 'slow-60');
    const visitor = await newVisitor();
    let killed: Promise<void> | null = null;
    const reading = listen(way, visitor, await ask(way, visitor, { message: WORDS }), ({ text }) => {
      if (text.length < 100 || killed) return;
      killed = server.kill().then(() => server.start());
    });
    const reader = await reading;
    await killed;
    expect(reader.returns).toBeGreaterThan(0);
    expect(
      reader.parts.filter(({ type }) => type === 'data-restart').map(({ data }) => data?.attempt),
    ).toEqual([2]);
    await expectOneAnswer(reader);
  },
);

test('SIGTERM in the middle of an answer: it ends; one that takes too long is made again', async () => {
  for (const [behaviour, restarts] of [
    ['slow-60', 0],
    ['slow-1500', 1],
  ] as const) {
    stage.models.behave('*', behaviour);
    const visitor = await newVisitor();
    let stopped: Promise<void> | null = null;
    const reader = await listen(
      'widget',
      visitor,
      await ask('widget', visitor, { message: WORDS }),
      ({ text }) => {
        if (text.length < 20 || stopped) return;
        stopped = server.terminate().then(() => {
          stage.models.reset();
          return server.start();
        });
      },
    );
    await stopped;
    expect(reader.parts.filter(({ type }) => type === 'data-restart')).toHaveLength(restarts);
    await expectOneAnswer(reader);
  }
});

test('the same question sent again after a crash is asked and answered once', async () => {
  stage.models.behave('*', 'slow-60');
  const visitor = await newVisitor();
  const question = { message: WORDS, requestUuid: crypto.randomUUID() };
  const first = await ask('widget', visitor, question);
  await eventually('the model writes', async () => stage.models.requests.length > 0);
  await server.kill();
  await first.body?.cancel().catch(() => undefined);
  await server.start();
  const reader = await listen('widget', visitor, await ask('widget', visitor, question));
  await expectOneAnswer(reader);
  // So it is when it has ended.
  const again = await listen('widget', visitor, await ask('widget', visitor, question));
  expect(again.text).toBe(reader.text);
  await expectOneAnswer(again);
  expect(
    await stage.sql(`select id from conversations where visitor_id = '${visitor.split('.')[0]}'`),
  ).toHaveLength(1);
});

/** As if other answers held all that there is; a start of the only process lets it go. */
const holdBalance = () =>
  stage.sql(
    `insert into token_reservations (account_id, id, tokens, limit_tokens, expires_at)
     select account_id, gen_random_uuid(), balance, balance, now() + interval '10 minutes' from token_balances`,
  );

test.each<Way>(['widget', 'api'])(
  'kill -9 while a question waits for room in the balance (%s): it is answered once',
  async (way) => {
    await holdBalance();
    const visitor = await newVisitor();
    const question = { message: WORDS, requestUuid: crypto.randomUUID() };
    // Whether anything is sent before there is room is not what this is about.
    const asking = ask(way, visitor, question).catch(() => null);
    await eventually('it waits', async () => (await stage.sql('select 1 from token_waits')).length === 1);
    expect(stage.models.requests).toHaveLength(0);
    await server.kill();
    await (await asking)?.body?.cancel().catch(() => undefined);
    await server.start();
    // Nobody has to come back for it.
    await eventually('it is answered', async () => stage.models.requests.length > 0);
    const reader = await listen(way, visitor, await ask(way, visitor, question));
    await expectOneAnswer(reader);
    expect(await stage.sql('select 1 from token_waits')).toEqual([]);
  },
);

/** As when the time of the leases has gone by; nobody who held one is still at it. */
const passTime = async (): Promise<void> => {
  await stage.sql('update conversations set lease_until = now() where lease_until is not null');
};

test('two processes: a stream goes on at the other one, which makes the answer of the one that died', async () => {
  await server.terminate();
  const both = await Promise.all(
    [0, 1].map(async () => {
      const port = await freePort();
      const one = createKillableServer(stage.settingsFor(port), 'shared');
      await one.start();
      return { one, url: `http://127.0.0.1:${port}` };
    }),
  );
  const [first, second] = both;
  if (!first || !second) throw new Error('two servers are wanted');
  try {
    // Nobody dies: the other process has what is sent here, from any position.
    stage.models.behave('*', 'slow-100');
    address = first.url;
    const visitor = await newVisitor();
    const asked = await ask('widget', visitor, { message: WORDS });
    address = second.url;
    const elsewhere = await listen('widget', visitor, asked, ({ text }) => {
      if (text.length > 30) void asked.body?.cancel().catch(() => undefined);
    });
    expect(elsewhere.parts.filter(({ type }) => type === 'data-restart')).toEqual([]);
    await expectOneAnswer(elsewhere);

    address = first.url;
    const other = await newVisitor();
    let killed: Promise<void> | null = null;
    const reader = await listen(
      'widget',
      other,
      await ask('widget', other, { message: WORDS }),
      ({ text }) => {
        if (text.length < 50 || killed) return;
        address = second.url;
        killed = first.one.kill().then(passTime);
      },
    );
    expect(reader.parts.filter(({ type }) => type === 'data-restart')).toHaveLength(1);
    await expectOneAnswer(reader);
  } finally {
    await first.one.close();
    await second.one.close();
  }
});
