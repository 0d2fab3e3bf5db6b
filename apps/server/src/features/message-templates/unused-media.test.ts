import type { MediaId } from '@hanasu/contract/ids';
import { createCannedReply } from '@hanasu/contract/inbox-work';
import { listKeptMedia, MediaView, uploadMedia } from '@hanasu/contract/media';
import type { MessageContent } from '@hanasu/contract/message-content';
import * as contract from '@hanasu/contract/message-templates';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, type SignedIn } from '../../testing/test-server.ts';
import { findMediaInSettings } from '../automations/automations.store.ts';
import { createKeptMedia } from '../conversations/public.ts';
import { findMediaInCanned } from '../inbox/canned-replies.ts';
import { type PictureServer, startPictureServer } from '../rich-menus/testing/rich-menus.fixture.ts';
import { findMediaInTemplates } from './templates.store.ts';

let server: PictureServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startPictureServer();
  owner = await server.register();
});
afterAll(() => server.stop());

async function upload(name = 'tea.png'): Promise<MediaId> {
  const bytes = await sharp({ create: { width: 2_000, height: 90, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { body } = await owner.raw('POST', uploadMedia.path, { body: formOf('file', bytes, name) });
  return MediaView.parse(body).uuid;
}

const contentWith = (mediaUuid: MediaId): MessageContent => ({
  bubbles: [{ kind: 'image', id: 'a', mediaUuid }],
  quickReplies: [],
  sender: null,
  variants: {},
});

const create = (mediaUuid: MediaId) =>
  owner.call(contract.createMessageTemplate, {
    body: {
      name: crypto.randomUUID(),
      content: contentWith(mediaUuid),
    },
  });

const uses = [findMediaInTemplates, findMediaInCanned, findMediaInSettings];

const clean = () =>
  server.withDatabase((database) =>
    createKeptMedia({ database, files: server.files, requireQuota: async () => undefined }).removeUnused(
      async (transaction, ids) => (await Promise.all(uses.map((use) => use(transaction, ids)))).flat(),
    ),
  );

test('uploads that nothing shows any more go after a day, sent ones after 90; what a version shows stays', async () => {
  const [shown, forgotten, sent] = [await upload(), await upload(), await upload()];
  await create(shown);
  for (const id of [forgotten, sent]) {
    const { uuid } = await create(id);
    await owner.call(contract.deleteMessageTemplate, { params: { uuid } });
  }
  await server.sql(`update media set kept_at = now() - interval '2 days'`);
  await server.sql(`update media set sent_at = now() - interval '89 days' where id = $1`, [sent]);
  const reply = await upload();
  await owner.call(createCannedReply, {
    body: { shortcut: 'tea', title: 'Tea', text: 'Tea', content: contentWith(reply) },
  });
  const left = async () =>
    (await server.sql<{ id: string }>('select id from media order by id')).map(({ id }) => id);
  const keys = await server.sql<{ key: string }>('select file_key as key from media where id = $1', [
    forgotten,
  ]);
  await clean();
  expect(await left()).toEqual([shown, sent, reply].sort());
  expect(await server.files.size(keys[0]?.key ?? '')).toBeNull();
  await server.sql(`update media set sent_at = now() - interval '91 days' where id = $1`, [sent]);
  await clean();
  expect(await left()).toEqual([shown, reply].sort());
});

test('lists media of messages to choose again, by kind and name, the newest first, for its account alone', async () => {
  owner = await server.register();
  const [first, second] = [await upload('autumn_tea.png'), await upload('winter.png')];
  await upload('never used.png');
  await create(first);
  await server.sql(`update media set kept_at = now() - interval '1 hour' where id = $1`, [first]);
  await create(second);
  const list = (query: { kind?: 'image' | 'video'; q?: string; page?: number; pageSize?: number } = {}) =>
    owner.call(listKeptMedia, { query });
  const names = async (query?: Parameters<typeof list>[0]) =>
    (await list(query)).items.map(({ name }) => name);
  expect(await names()).toEqual(['winter.png', 'autumn_tea.png']);
  expect(await names({ kind: 'image', q: 'TEA' })).toEqual(['autumn_tea.png']);
  expect(await names({ q: 'n%e' })).toEqual([]);
  expect(await names({ kind: 'video' })).toEqual([]);
  expect(await names({ page: 2, pageSize: 1 })).toEqual(['autumn_tea.png']);
  const { items, total } = await list();
  expect(total).toBe(2);
  expect((await fetch(new URL(items[0]?.thumbnailUrl ?? '', server.address))).status).toBe(200);
  owner = await server.register();
  expect(await list()).toMatchObject({ items: [], total: 0 });
});
