import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FriendAction } from '@hanasu/channels/line/fake/friend-action';
import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { deleteCustomer } from '@hanasu/contract/customers';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { sendForm } from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import { eventually } from '../../../testing/test-server.ts';
import { addSandbox, conversationOf, messagesOf, say } from '../../../testing/test-shop.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { addForm, definitionOf, text } from '../testing/forms.fixture.ts';

let stage: Stage;
let scanner: Server;
let virus = false;
beforeAll(async () => {
  const socket = path.join(tmpdir(), `clamd-${process.pid}.sock`);
  scanner = createServer((connection) => {
    connection.on('data', (data) => {
      if (!data.subarray(-4).equals(Buffer.alloc(4))) return;
      connection.end(virus ? 'stream: Eicar FOUND\0' : 'stream: OK\0');
    });
    connection.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => scanner.listen(socket, resolve));
  stage = await setStage({ CLAMD_SOCKET: socket, ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS });
});
afterAll(async () => {
  await stage.close();
  scanner.close();
});

const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .withExif({ IFD0: { Artist: 'Somebody' } })
  .jpeg()
  .toBuffer();
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n');
const photo = (bytes = jpeg): FriendAction => ({ type: 'image', bytes, contentType: 'image/jpeg' });
const file = (fileName: string, bytes: Buffer): FriendAction => ({ type: 'file', fileName, bytes });

const photos = { kind: 'file', key: 'photos', label: { en: 'Photos', ja: 'Photos' } } as const;

interface Talk {
  readonly shop: Shop;
  /** The last message that the friend can read. */
  readonly last: () => string;
  readonly send: (action: FriendAction, options?: object) => Promise<unknown>;
  readonly receives: (words: string) => Promise<string>;
}

/** A form that is asked of a LINE friend. */
async function askOnLine(...fields: Parameters<typeof definitionOf>): Promise<Talk> {
  const shop = await openShop(stage);
  const { owner, fake } = stage;
  const form = await addForm(owner, definitionOf(...fields));
  await shop.says('Hello');
  await eventually('the bot answers', async () => shop.received().length > 0);
  const { uuid: conversationUuid } = await shop.conversation();
  await owner.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid, as: 'chat' } });
  const last = () => shop.received().at(-1) ?? '';
  const receives = (words: string) =>
    eventually(`"${words}"`, async () => (last().includes(words) ? last() : null));
  await receives('1/');
  return {
    shop,
    last,
    receives,
    send: (action, options) => fake.friendSays(shop.credentials.channelId, shop.friend, action, options),
  };
}

const submissions = async () => (await stage.owner.call(listSubmissions)).items;

async function bytesOf(submission: string, uuid: string): Promise<Buffer> {
  const response = await fetch(
    new URL(`/api/form-submitted/${submission}/file/${uuid}`, stage.server.address),
    { headers: { authorization: `Bearer ${stage.owner.jwt}` } },
  );
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('a photo that is sent twice is one file of the submission, and only its pixels are kept', async () => {
  const { send, receives, shop } = await askOnLine({ ...photos, required: true }, text('name'));
  await send(photo(), { times: 2 });
  expect(await receives('2/2')).toContain('受け取りました');
  await shop.says('Hana');
  await receives('ファイル1点');
  await shop.says('送信する');
  const [submission] = await eventually('it is sent', async () => {
    const all = await submissions();
    return all.length > 0 && all;
  });
  const sent = submission?.files.photos ?? [];
  expect(sent).toMatchObject([{ name: 'image.jpg', type: 'image/jpeg' }]);
  expect(submission?.answers.photos).toEqual(sent.map(({ uuid }) => uuid));
  const kept = await bytesOf(submission?.uuid ?? '', sent[0]?.uuid ?? '');
  expect((await sharp(kept).metadata()).exif).toBeUndefined();
  expect(await stage.server.sql('select 1 from form_talk_files')).toEqual([]);
  expect(shop.received().filter((one) => one.includes('2/2'))).toHaveLength(1);
});

test('what is no picture or PDF by its content, too large or infected is refused with the reason', async () => {
  const { send, receives, shop } = await askOnLine({ ...photos, max: 3 }, text('name'));
  await send(file('photo.jpg', Buffer.from('<script>alert(1)</script>')));
  expect(await receives('のみです')).toContain('1/2');
  await send(file('large.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1_048_576)])));
  await receives('10MBを超えています');
  virus = true;
  await send(file('virus.pdf', pdf));
  await receives('ウイルス');
  virus = false;
  await send({ type: 'video' });
  await receives('のみです');
  await send(file('plan.pdf', pdf));
  await receives('1点受け取りました（3点まで）');
  await shop.says('完了');
  await receives('2/2');
});

test('several at once are counted together, and what is too much is said once', async () => {
  const { send, receives, shop } = await askOnLine({ ...photos, max: 2 }, text('name'));
  const { fake } = stage;
  const { channelId } = shop.credentials;
  const events = [1, 2, 3].map(() => fake.friendEvent(channelId, shop.friend, photo()));
  await fake.deliver(channelId, events);
  expect(await receives('2/2')).toContain('2点までです');
  await send(photo());
  expect(await receives('追加されていません')).toContain('2/2');
  await shop.says('Hana');
  await receives('ファイル2点');
});

test('a photo that is taken back answers nothing', async () => {
  const { send, receives, shop } = await askOnLine({ ...photos, max: 2 }, text('name'));
  const { fake } = stage;
  const { channelId } = shop.credentials;
  const [one, other] = [photo(), photo()].map((each) => fake.friendEvent(channelId, shop.friend, each));
  if (!one || !other) throw new Error('there are two');
  await fake.deliver(channelId, [one]);
  await receives('1点受け取りました');
  const messageId = (one as { message?: { id: string } }).message?.id ?? '';
  await send({ type: 'unsend', messageId });
  await eventually('it is no answer', async () => {
    const rows = await stage.server.sql<{ answers: object }>(
      `select answers from form_conversations order by created_at desc limit 1`,
    );
    return Object.keys(rows[0]?.answers ?? { some: 1 }).length === 0;
  });
  await fake.deliver(channelId, [other]);
  await receives('1点受け取りました（2点まで）');
});

test('sends no more of the form to a friend who leaves or cancels while a photo is on its way', async () => {
  const { send, receives, shop } = await askOnLine({ ...photos, max: 2 }, text('name'));
  await stage.server.sql(
    `create or replace function hold() returns trigger language plpgsql as $$ begin new.next_attempt_at = now() + interval '2 seconds'; return new; end $$`,
  );
  await stage.server.sql(
    'create trigger hold before insert on form_talk_files for each row execute function hold()',
  );
  await send(photo());
  await shop.says('これでいいですか');
  await receives('受信しています');
  await shop.says('あとで');
  await receives('7日間');
  const row = await eventually('it is kept', async () => {
    const [found] = await stage.server.sql<{ answers: { photos?: string[] } }>(
      `select answers from form_conversations order by created_at desc limit 1`,
    );
    return found?.answers.photos;
  });
  expect(row).toHaveLength(1);
  await shop.says('続ける');
  await receives('2/2');
  await stage.server.sql('drop trigger hold on form_talk_files');
});

test('a form that was closed while a photo was on its way says so', async () => {
  const { send, receives } = await askOnLine(photos, text('name'));
  await stage.server.sql('update forms set closed_at = now()');
  await send(photo());
  await receives('受付は終了');
});

test('a picture is taken on another vendor, and refused where its bytes never come', async () => {
  const { owner } = stage;
  const form = await addForm(owner, definitionOf({ ...photos, required: true }, text('name')));
  const channel = await addSandbox(owner, (await openShop(stage)).bot.uuid, 'telegram');
  await say(owner, channel.uuid, 'alex', 'Hello, good morning');
  const { uuid: conversationUuid } = await conversationOf(owner, channel.uuid);
  await owner.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid, as: 'chat' } });
  const params = { uuid: channel.uuid, friend: 'alex' as const };
  await stage.server.sql(
    `create or replace function lose() returns trigger language plpgsql as $$ begin new.state = 'failed'; new.next_attempt_at = null; return new; end $$`,
  );
  await stage.server.sql('create trigger lose before insert on media for each row execute function lose()');
  await owner.call(actAsSimulatorFriend, { params, body: { action: 'image' } });
  const said = (words: string) =>
    eventually(`"${words}"`, async () =>
      (await messagesOf(owner, conversationUuid)).some((one) => one.text.includes(words)),
    );
  await said(`did not reach us. Please send it again, or use this page: ${stage.publicUrl}/form/`);
  await stage.server.sql('drop trigger lose on media');
  await owner.call(actAsSimulatorFriend, { params, body: { action: 'image' } });
  await said('2/2: name');
});

test('erases with a customer the files of a form that was never sent', async () => {
  const { send, receives, shop } = await askOnLine({ ...photos, max: 2 }, text('name'));
  await send(photo());
  await receives('1点受け取りました');
  const { owner, server } = stage;
  const files = () =>
    server.sql('select 1 from form_files where talk_id is not null and submission_id is null');
  const before = (await files()).length;
  const query = { channelUuid: shop.channel.uuid };
  const [friend] = (await owner.call(listFriends, { query })).items;
  if (!friend) throw new Error('there is a friend');
  await owner.call(deleteCustomer, { params: { uuid: friend.customerUuid } });
  await eventually('they are gone', async () => (await files()).length === before - 1);
});
