import { pauseBot } from '@hanasu/contract/bot-versions';
import { deleteBot } from '@hanasu/contract/bots';
import * as contract from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { VisitorAnswer } from '@hanasu/contract/visitors';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';

const PER_MINUTE = 4;
let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  // Each test is an address of its own.
  server = await startTestServer({ PUBLIC_CHAT_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '1' });
  owner = await server.register();
});
afterAll(() => server.stop());

let names = 0;
const listing = (changes: Partial<contract.ListingInput> = {}): contract.ListingInput => {
  names += 1;
  const slug = `public-bot-${names}`;
  return {
    slug,
    title: `Clerk ${names}`,
    description: 'Knows the shop.',
    category: 'shop',
    language: 'en',
    isTemplate: false,
    ...changes,
  };
};

async function list(uuid: BotId, changes: Partial<contract.ListingInput> = {}, person = owner) {
  const body = listing(changes);
  await person.call(contract.saveListing, { params: { uuid }, body });
  return body.slug;
}

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};
const ask = (slug: string, body: object, headers: Record<string, string>) =>
  server.anonymous.raw('POST', `/api/public/bot/${slug}/chat`, { body, headers });

const slugsShown = async (query: object = {}) =>
  (await server.anonymous.call(contract.listPublicBots, { query: { pageSize: 100, ...query } })).items.map(
    ({ slug }) => slug,
  );

test('spec:12 anybody finds public bots: by words, category and language, the popular or the new ones first', async () => {
  const bot = await addBot(owner);
  const other = await addBot(owner);
  const first = await list(bot.uuid, { title: '100% ramen', category: 'food', language: 'ja' });
  const second = await list(other.uuid, { title: 'School desk', category: 'school' });
  expect(await slugsShown({ sort: 'new' })).toEqual([second, first]);
  expect(await slugsShown({ q: '0% r' })).toEqual([first]);
  expect(await slugsShown({ q: '%' })).toEqual([first]);
  expect(await slugsShown({ category: 'school' })).toEqual([second]);
  expect(await slugsShown({ language: 'ja' })).toEqual([first]);
  await ask(first, { message: 'Hello' }, newAddress());
  expect(await slugsShown({ sort: 'popular' })).toEqual([first, second]);
  const shown = await server.anonymous.raw('GET', `/api/public/bot/${first}`);
  expect(JSON.stringify(shown.body)).not.toContain(bot.uuid);
  expect(shown.body).toMatchObject({ slug: first, chats: 1, suggestedQuestions: [] });
});

test('a visitor asks, goes on, and learns only what the answer cites', async () => {
  const { bot } = await addBotWithKnowledge(owner, { showSources: true });
  const slug = await list(bot.uuid);
  const headers = newAddress();
  const first = await ask(slug, { message: 'Is parking free?' }, { ...headers, accept: 'text/event-stream' });
  const parts = String(first.body)
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)));
  expect(parts.map(({ type }) => type)).not.toContain('data-citations');
  const { conversationUuid, visitor } = parts[0].messageMetadata;
  const answer = VisitorAnswer.strict().parse(parts.find(({ type }) => type === 'data-answer').data);
  expect(answer.message.text).toContain('free for two hours');
  expect(answer.message.citations[0]).toMatchObject({ number: 1, title: 'Handbook' });
  expect(String(first.body)).not.toMatch(/usage|serviceUuid|score|toolCalls|knowledgeUuid|builtin/);

  const next = await ask(slug, { message: 'And how many spaces?', visitor, conversationUuid }, headers);
  expect(VisitorAnswer.parse(next.body).conversationUuid).toBe(conversationUuid);
  // Somebody else with the same conversation, and a token that was changed.
  const stolen = await ask(slug, { message: 'And?', conversationUuid }, newAddress());
  expect(stolen.body).toMatchObject({ code: 'conversation_not_found' });
  const forged = { message: 'And?', conversationUuid, visitor: `${visitor.split('.')[0]}.AAAA` };
  expect((await ask(slug, forged, newAddress())).body).toMatchObject({ code: 'conversation_not_found' });
  const [row] = await server.sql<{ origin: string }>('select origin from conversations where id = $1', [
    conversationUuid,
  ]);
  expect(row?.origin).toBe('public');
});

test('questions are limited by visitor and by address, and the answer says how long to wait', async () => {
  const slug = await list((await addBot(owner)).uuid);
  const headers = newAddress();
  for (let count = 0; count < PER_MINUTE; count += 1) {
    expect((await ask(slug, { message: 'Hello' }, headers)).status).toBe(200);
  }
  const refused = await ask(slug, { message: 'Hello' }, headers);
  expect(refused).toMatchObject({ status: 429, body: { code: 'chat_limit_reached' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(slug, { message: 'Hello' }, newAddress())).status).toBe(200);
  // The same visitor from address to address.
  const stream = { accept: 'text/event-stream' };
  const { body } = await ask(slug, { message: 'Hello' }, { ...newAddress(), ...stream });
  const visitor = /"visitor":"([^"]+)"/.exec(String(body))?.[1];
  const statuses: number[] = [];
  for (let count = 0; count < PER_MINUTE; count += 1)
    statuses.push((await ask(slug, { message: 'Hello', visitor }, newAddress())).status);
  expect(statuses).toEqual([...Array.from({ length: PER_MINUTE - 1 }, () => 200), 429]);
});

test('a draft cannot be listed; what is paused, hidden or deleted is not shown', async () => {
  const draft = await addBot(owner, { draft: true });
  const refusal = await owner.refused(contract.saveListing, {
    params: { uuid: draft.uuid },
    body: listing(),
  });
  expect(refusal.code).toBe('bot_not_published');

  const { uuid } = await addBot(owner);
  const slug = await list(uuid);
  await owner.call(pauseBot, { params: { uuid }, body: { paused: true } });
  expect(await slugsShown()).not.toContain(slug);
  expect((await ask(slug, { message: 'Hello' }, newAddress())).status).toBe(404);
  const { listing: asleep } = await owner.call(contract.getListing, { params: { uuid } });
  expect(asleep).toMatchObject({ slug, isAsleep: true });

  const other = await addBot(owner);
  const hidden = await list(other.uuid);
  await server.sql('update public_bots set hidden_at = now() where slug = $1', [hidden]);
  expect((await server.anonymous.raw('GET', `/api/public/bot/${hidden}`)).status).toBe(404);
  await owner.call(deleteBot, { params: { uuid: other.uuid } });
  expect(await server.sql('select 1 from public_bots where slug = $1', [hidden])).toEqual([]);
});

test('an address belongs to one bot, also when two want it at once', async () => {
  const [one, two] = [await addBot(owner), await addBot(owner)];
  const body = listing();
  const answers = await Promise.all(
    [one, two].map(({ uuid }) => owner.raw('POST', `/api/user/bot/${uuid}/listing`, { body })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  for (const slug of ['Ramen', 'a', 'a--b', '-a-b', 'new', 'a b c', '../x']) {
    const wrong = await owner.refused(contract.saveListing, {
      params: { uuid: one.uuid },
      body: listing({ slug }),
    });
    expect(wrong.errors?.[0]?.path).toBe('body.slug');
  }
});

test('nobody lists, changes or sees the listing of a bot of another account', async () => {
  const { uuid } = await addBot(owner);
  await list(uuid);
  const stranger = await server.register();
  const params = { uuid };
  for (const refused of [
    await stranger.refused(contract.getListing, { params }),
    await stranger.refused(contract.saveListing, { params, body: listing() }),
    await stranger.refused(contract.deleteListing, { params }),
    await stranger.refused(contract.deleteListingCover, { params }),
  ])
    expect(refused.code).toBe('not_found');
  const operator = await addMember(server, owner, 'operator');
  expect((await operator.refused(contract.deleteListing, { params })).code).toBe('forbidden');
});

test('one report a day from an address; where it came from is not stored', async () => {
  const { uuid } = await addBot(owner);
  const slug = await list(uuid);
  const headers = newAddress();
  const report = () =>
    server.anonymous.raw('POST', `/api/public/bot/${slug}/report`, {
      body: { reason: 'harmful', text: 'Look at this' },
      headers,
    });
  const answers = await Promise.all([report(), report(), report()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  const rows = await server.sql<{ reporter: Buffer }>(
    `select r.reporter from public_bot_reports r join public_bots p on p.bot_id = r.bot_id where slug = $1`,
    [slug],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.reporter.toString()).not.toContain('203.0.113');
  expect((await owner.call(contract.getListing, { params: { uuid } })).listing?.reports).toBe(1);
});

test('a template is copied without its knowledge, as a draft; other bots are not', async () => {
  const { bot } = await addBotWithKnowledge(owner, {
    instructions: 'Be kind to {{who}}.',
    settings: { variables: [{ name: 'who', value: 'guests' }], cheaperServiceUuid: 'builtin-extractive' },
  });
  const slug = await list(bot.uuid, { isTemplate: true, title: 'Kind clerk' });
  const taker = await server.register();
  const copy = await taker.call(contract.usePublicBot, { params: { slug } });
  expect(copy).toMatchObject({
    name: 'Kind clerk',
    instructions: 'Be kind to {{who}}.',
    knowledgeUuids: [],
    state: 'draft',
    settings: { variables: [{ name: 'who', value: 'guests' }], cheaperServiceUuid: null },
  });
  await owner.call(contract.saveListing, { params: { uuid: bot.uuid }, body: listing({ slug }) });
  expect((await taker.refused(contract.usePublicBot, { params: { slug } })).code).toBe('not_a_template');
  expect((await server.anonymous.refused(contract.usePublicBot, { params: { slug } })).code).toBe(
    'not_signed_in',
  );
});

test('a cover is made anew, served as a picture that runs nothing, and goes with the listing', async () => {
  const { uuid } = await addBot(owner);
  const slug = await list(uuid);
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#15803d' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer();
  const path = `/api/user/bot/${uuid}/listing/cover`;
  const sent = await owner.raw('POST', path, { body: formOf('file', picture) });
  const { coverUrl } = contract.ListingView.parse(sent.body);
  const cover = await server.anonymous.raw('GET', coverUrl ?? '');
  expect(cover.status).toBe(200);
  expect(cover.headers.get('content-type')).toBe('image/webp');
  expect(cover.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(String(cover.body)).not.toContain('secret place');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await owner.raw('POST', path, { body: formOf('file', svg) })).body).toMatchObject({
    code: 'image_invalid',
  });
  await owner.call(contract.deleteListing, { params: { uuid } });
  expect((await server.anonymous.raw('GET', coverUrl ?? '')).status).toBe(404);
  expect(await slugsShown()).not.toContain(slug);
});
