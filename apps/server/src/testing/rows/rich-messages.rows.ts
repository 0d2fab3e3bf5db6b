import { drawPicture, uploadPicture } from '@hanasu/contract/menu-pictures';
import * as messages from '@hanasu/contract/rich-messages';
import sharp from 'sharp';
import type { EndpointWorld } from '../endpoint-world.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
const source = {
  kind: 'composed' as const,
  background: '#ffffff',
  fileUuid: null,
  line: null,
  cells: [],
};
const unique = () => crypto.randomUUID();
const definition = { height: 1_040, picture: null, altText: '', areas: [], video: null };
const newMessage = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(messages.createRichMessage, { body: { name: unique() } })).uuid,
});
const wrongDefinitions = {
  'definition.height': { name: 'New', definition: { ...definition, height: 100 }, revision: 1 },
  'definition.areas': { name: 'New', definition: { ...definition, areas: 'none' }, revision: 1 },
};

export const RICH_MESSAGE_ROWS: readonly EndpointRow[] = [
  row(uploadPicture, () => ({ form: formOf('file', PNG) })),
  row(
    drawPicture,
    () => ({ body: { source, width: 300, height: 300 } }),
    wrongBodies({
      width: { source, width: 100, height: 300 },
      height: { source, width: 300, height: 5_000 },
      'source.background': { source: { ...source, background: 'red' }, width: 300, height: 300 },
    }),
  ),
  row(messages.listRichMessages, nothing, WRONG_PAGES),
  row(
    messages.createRichMessage,
    () => ({ body: { name: unique() } }),
    wrongBodies({ name: { name: '' }, ...wrongDefinitions }),
  ),
  row(messages.getRichMessage, async (world) => ({ params: await newMessage(world) })),
  row(
    messages.replaceRichMessage,
    async (world) => ({
      params: await newMessage(world),
      body: { name: unique(), definition, revision: 1 },
    }),
    wrongBodies({ name: { name: '', definition, revision: 1 }, ...wrongDefinitions }),
  ),
  row(
    messages.changeRichMessage,
    async (world) => ({ params: await newMessage(world), body: { name: unique() } }),
    wrongBodies({ name: { name: '' }, revision: { definition }, ...wrongDefinitions }),
  ),
  row(
    messages.testRichMessage,
    async (world) => {
      const { uuid } = await world.person.call(messages.createRichMessage, {
        body: { name: unique(), definition: { ...definition, picture: source, altText: 'Sale' } },
      });
      return { params: { uuid }, body: { conversationUuid: world.conversation } };
    },
    wrongBodies({ conversationUuid: { conversationUuid: 'alex' }, friendUuid: { friendUuid: 'alex' } }),
  ),
  row(
    messages.checkVideo,
    () => ({ body: { url: 'http://shop.example.com/a.mp4' } }),
    wrongBodies({ url: { url: 'ftp://shop.example.com/a.mp4' }, mediaUuid: { mediaUuid: 'film' } }),
  ),
  row(messages.deleteRichMessage, async (world) => ({ params: await newMessage(world) })),
];
