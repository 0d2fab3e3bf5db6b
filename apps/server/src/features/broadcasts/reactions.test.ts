import { randomBytes } from 'node:crypto';
import { BROADCAST_REACTIONS, type BroadcastReaction } from '@hanasu/contract/broadcast-audience';
import {
  compareBroadcasts,
  listBroadcastRecipients,
  reportBroadcast,
} from '@hanasu/contract/broadcast-report';
import * as contract from '@hanasu/contract/broadcasts';
import type { BroadcastId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT, type MessageContent } from '@hanasu/contract/message-content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { reactionSql } from './reactions.ts';

let stage: Stage;
let shop: Shop;
const PEOPLE = ['Aiko', 'Binh', 'Chie', 'Dai', 'Emi'] as const;
type Name = (typeof PEOPLE)[number];
const ids = new Map<string, string>(PEOPLE.map((name) => [name, `U${randomBytes(16).toString('hex')}`]));
const vendorId = (name: Name): string => ids.get(name) ?? '';

beforeAll(async () => {
  stage = await setStage();
  shop = await openShop(stage);
  for (const [displayName, id] of ids) stage.fake.addFriend(shop.credentials.channelId, { id, displayName });
  await stage.server.sql(
    `with n as (select gen_random_uuid() as customer, gen_random_uuid() as friend, id, name
         from unnest($2::text[], $3::text[]) as u(id, name)),
       k as (insert into customers (account_id, id, name) select c.account_id, n.customer, n.name
         from n, channels c where c.id = $1)
     insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
     select c.account_id, n.friend, c.id, n.customer, n.id, n.name, 'following' from n, channels c where c.id = $1`,
    [shop.channel.uuid, [...ids.values()], [...ids.keys()]],
  );
});
afterAll(() => stage.close());

async function sent(content: MessageContent): Promise<BroadcastId> {
  const { uuid } = await stage.owner.call(contract.createBroadcast, {
    body: {
      name: 'Autumn',
      content,
      channelUuids: [shop.channel.uuid],
      audience: { kind: 'everybody' },
    },
  });
  await stage.owner.call(contract.startBroadcast, { params: { uuid } });
  await eventually('it is sent', async () => {
    const { state } = await stage.owner.call(reportBroadcast, { params: { uuid } });
    return state === 'sent' ? state : null;
  });
  return uuid;
}
/** The names of those who did it. */
async function whoDid(kind: BroadcastReaction, uuid: BroadcastId): Promise<string[]> {
  const rows = await stage.server.sql<{ name: string }>(
    `select f.name from broadcast_deliveries r left join friends f on f.account_id = r.account_id and f.id = r.friend_id
     where r.broadcast_id = $1 and ${reactionSql(kind)} order by f.name`,
    [uuid],
  );
  return rows.map(({ name }) => name);
}
const says = (name: Name, text: string) => shop.says(text, vendorId(name));
/** Taps the button that the vendor was given under this label, as the vendor's app does. */
async function taps(name: Name, label: string): Promise<void> {
  const [button] = stage.fake.calls
    .flatMap(({ body }) => postbacksIn(body))
    .filter((one) => one.label === label);
  if (!button) throw new Error(`nothing says ${label}`);
  await stage.fake.friendSays(shop.credentials.channelId, vendorId(name), button);
}
interface Postback {
  readonly type: 'postback';
  readonly label: string;
  readonly data: string;
}
function postbacksIn(value: unknown): Postback[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'postback') return [value as Postback];
  return Object.values(value).flatMap(postbacksIn);
}
const arrived = (count: number) =>
  eventually(`${count} messages of customers`, async () => {
    const [row] = await stage.server.sql<{ count: number }>(
      `select count(*)::int as count from messages m join conversations v on v.id = m.conversation_id
       where v.channel_id = $1 and m.sender = 'customer'`,
      [shop.channel.uuid],
    );
    return row?.count === count ? true : null;
  });

test('says who tapped, wrote, sent its form or followed a link of it, also after they were merged', async () => {
  const formUuid = crypto.randomUUID();
  const uuid = await sent({
    ...EMPTY_CONTENT,
    bubbles: [
      {
        kind: 'cards',
        id: 'a',
        altText: 'Autumn',
        more: null,
        cards: [
          {
            ...{
              id: 'c',
              layout: 'text',
              mediaUuid: null,
              title: 'Autumn menu',
              lead: '',
              text: '',
              details: [],
            },
            buttons: [{ label: 'Book', action: { kind: 'message', text: 'A table, please' } }],
          },
        ],
      },
    ],
    quickReplies: [{ label: 'Later', text: 'Remind me: later' }],
  });
  await taps('Aiko', 'Book');
  await taps('Aiko', 'Later');
  await taps('Binh', 'Later');
  await says('Binh', 'What is in it?');
  await says('Chie', 'Delicious');
  await arrived(5);
  // A tap stands in the chat as the customer's words.
  expect((await shop.messages('Aiko')).filter(({ sender }) => sender === 'customer')).toMatchObject([
    { kind: 'text', text: 'A table, please' },
    { kind: 'text', text: 'Remind me: later' },
  ]);
  const [first] = await stage.server.sql<{ id: string }>(
    `with b as (update broadcasts set content = jsonb_set(content, '{variants}', $2) where id = $1 returning account_id),
       l as (insert into tracked_links (account_id, id, code, owner_kind, owner_id, owner_part, url)
         select account_id, gen_random_uuid(), 'aaaaaaaaaaaa', 'broadcast', $1, 'a', 'https://shop.example/' from b
         returning account_id, id),
       f as (insert into forms (account_id, id, name, slug, draft, settings)
         select account_id, $3, 'Survey', 'survey', '{}', '{}' from b returning account_id),
       k as (insert into tracked_clicks (account_id, id, link_id, friend_id)
         select l.account_id, gen_random_uuid(), l.id, f.id from l, friends f, generate_series(1, 2)
         where f.external_id = any($4))
     insert into form_submissions (account_id, id, form_id, version, key, answers, language, source, identity, friend_id, fingerprint)
     select p.account_id, gen_random_uuid(), $3, 1, gen_random_uuid(), '{}', 'ja', 'page', 'signed', p.id, ''
     from friends p where p.external_id = any($5) returning id`,
    [
      uuid,
      JSON.stringify({ zalo: [{ kind: 'form', id: 'b', formUuid }] }),
      formUuid,
      [vendorId('Dai'), vendorId('Emi')],
      [vendorId('Chie')],
    ],
  );
  expect(first).toBeDefined();
  const all = async () =>
    Object.fromEntries(
      await Promise.all(BROADCAST_REACTIONS.map(async (kind) => [kind, await whoDid(kind, uuid)] as const)),
    );
  const wanted = {
    clicked: ['Dai', 'Emi'],
    tapped: ['Aiko', 'Binh'],
    replied: ['Binh', 'Chie'],
    filled: ['Chie'],
  };
  expect(await all()).toEqual(wanted);
  await reported(uuid, wanted);
  await stage.server.sql(
    `update friends set customer_id = (select customer_id from friends where external_id = $1) where external_id = $2`,
    [vendorId('Aiko'), vendorId('Chie')],
  );
  expect(await all()).toEqual(wanted);
  // Three days later nothing counts as an answer to it; whom it has not reached has not reacted.
  await stage.server.sql(
    `update broadcast_recipients r set call_id = null, ended_at = d.ended_at - interval '73 hours',
       first_call_at = d.first_call_at - interval '73 hours',
       state = case when d.friend_id = (select id from friends where external_id = $2) then 'failed' else 'unknown' end
     from broadcast_deliveries d where d.broadcast_id = $1 and r.id = d.id`,
    [uuid, vendorId('Binh')],
  );
  expect(await all()).toEqual({ clicked: ['Dai', 'Emi'], tapped: ['Aiko'], replied: [], filled: [] });
});

/** The report, its parts and its file say the same. */
async function reported(uuid: BroadcastId, wanted: Readonly<Record<BroadcastReaction, string[]>>) {
  const acts = (name: Name, type: 'follow' | 'unfollow') =>
    stage.fake.friendSays(shop.credentials.channelId, vendorId(name), { type });
  await acts('Dai', 'unfollow');
  await acts('Emi', 'unfollow');
  await acts('Emi', 'follow');
  const counts = { clicks: 4, clicked: null, tapped: 2, replied: 2, filled: 1, blocked: 2, returned: 1 };
  const read = () => stage.owner.call(reportBroadcast, { params: { uuid } });
  await eventually('who has gone is known', async () => (await read()).reactions.returned === 1);
  const report = await read();
  expect(report.reactions).toEqual(counts);
  expect(report.links).toMatchObject([{ url: 'https://shop.example/', clicks: 4, people: null }]);
  await stage.server.sql(`update broadcasts set link_tracking = 'person' where id = $1`, [uuid]);
  expect((await read()).links).toMatchObject([{ clicks: 4, people: 2 }]);
  const none = await stage.owner.call(contract.createBroadcast, {
    body: {
      name: 'None',
      content: EMPTY_CONTENT,
      channelUuids: [shop.channel.uuid],
      audience: { kind: 'everybody' },
    },
  });
  const query = { uuid: [uuid, none.uuid] };
  const { items } = await stage.owner.call(compareBroadcasts, { query });
  expect(items).toMatchObject([
    { uuid, name: 'Autumn', people: 5, accepted: 5, reactions: { ...counts, clicked: 2 } },
    { uuid: none.uuid, name: 'None', people: 0, reactions: { clicks: 0, clicked: null, tapped: 0 } },
  ]);
  expect(
    (await stage.owner.raw('GET', `/api/broadcasts/compare?uuid=${uuid}&uuid=${none.uuid}`)).status,
  ).toBe(200);
  expect(
    await stage.owner.refused(compareBroadcasts, { query: { uuid: crypto.randomUUID() } }),
  ).toMatchObject({
    code: 'not_found',
  });
  for (const reaction of BROADCAST_REACTIONS) {
    const namesOf = async (reacted: 'true' | 'false') => {
      const asked = { reaction, reacted, pageSize: 100, page: 1 };
      const found = await stage.owner.call(listBroadcastRecipients, { params: { uuid }, query: asked });
      expect(
        found.items.every(({ reactions }) => reactions.includes(reaction) === (reacted === 'true')),
      ).toBe(true);
      return found.items.map(({ name }) => name).sort();
    };
    expect(await namesOf('true')).toEqual(wanted[reaction]);
    expect(await namesOf('false')).toEqual(PEOPLE.filter((name) => !wanted[reaction].includes(name)));
  }
  const file = async (search: string): Promise<string[]> => {
    const { body } = await stage.owner.raw('GET', `/api/broadcast/${uuid}/recipients/export${search}`);
    return String(body).trim().split('\r\n');
  };
  const [heads, ...lines] = await file('?locale=ja');
  expect(heads).toBe('顧客ID,名前,チャネル,ステータス,理由,日時,クリック,タップ,返信,フォーム回答');
  const marks = lines
    .map((line) => line.split(','))
    .map((cells) => [cells[1], cells[3], ...cells.slice(6)].join(' '));
  expect(marks.sort()).toEqual([
    'Aiko 受付済み 0 1 0 0',
    'Binh 受付済み 0 1 1 0',
    'Chie 受付済み 0 0 1 1',
    'Dai 受付済み 1 0 0 0',
    'Emi 受付済み 1 0 0 0',
  ]);
  expect((await file(''))[0]).toBe('customerUuid,name,channel,state,reason,at,clicked,tapped,replied,filled');
}

test('a tap belongs to the broadcast whose button it was', async () => {
  const content = { ...EMPTY_CONTENT, bubbles: [{ kind: 'text' as const, id: 'a', text: 'Hi' }] };
  const [one, other] = [
    await sent({ ...content, quickReplies: [{ label: 'First', text: 'Yes' }] }),
    await sent({ ...content, quickReplies: [{ label: 'Second', text: 'Yes' }] }),
  ];
  await taps('Emi', 'First');
  await taps('Binh', 'Second');
  await arrived(7);
  expect([await whoDid('tapped', one), await whoDid('tapped', other)]).toEqual([['Emi'], ['Binh']]);
  expect(await whoDid('replied', one)).toEqual([]);
});
