import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as messages from '@hanasu/contract/message-templates';
import sharp from 'sharp';
import type { EndpointWorld } from '../endpoint-world.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const unique = () => crypto.randomUUID();
const content = {
  bubbles: [{ kind: 'text' as const, id: 'a', text: 'Hello {{customer.name | "friend"}}!' }],
  quickReplies: [],
  sender: null,
  variants: {},
};
const wrongContent = (change: object) => ({ ...content, ...change });
const wrong = {
  'content.bubbles': wrongContent({ bubbles: Array.from({ length: 6 }, () => content.bubbles[0]) }),
  'content.quickReplies.0.label': wrongContent({ quickReplies: [{ label: '', text: '' }] }),
};
const newTemplate = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(messages.createMessageTemplate, { body: { name: unique(), content } })).uuid,
});

const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** An address with these bytes; it does not keep the process alive. */
async function addressOf(type: string, bytes: Buffer): Promise<string> {
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  site.unref();
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/tea`;
}

export const MESSAGE_TEMPLATE_ROWS: readonly EndpointRow[] = [
  row(messages.listMessageTemplates, nothing, WRONG_PAGES),
  row(
    messages.createMessageTemplate,
    () => ({ body: { name: unique(), content } }),
    wrongBodies({
      name: { name: '', content },
      ...Object.fromEntries(
        Object.entries(wrong).map(([path, broken]) => [path, { name: unique(), content: broken }]),
      ),
    }),
  ),
  row(messages.getMessageTemplate, async (world) => ({ params: await newTemplate(world) })),
  row(
    messages.changeMessageTemplate,
    async (world) => ({ params: await newTemplate(world), body: { content, version: 1 } }),
    wrongBodies({ name: { name: '' }, version: { content } }),
  ),
  row(messages.deleteMessageTemplate, async (world) => ({ params: await newTemplate(world) })),
  row(
    messages.listMessageTemplateVersions,
    async (world) => ({ params: await newTemplate(world) }),
    WRONG_PAGES.filter(({ query }) => !('q' in (query ?? {}))),
  ),
  row(
    messages.previewMessageContent,
    ({ conversation }) => ({ body: { content, conversationUuid: conversation } }),
    wrongBodies({
      'content.bubbles': { content: wrong['content.bubbles'] },
      conversationUuid: { content, conversationUuid: 'x' },
    }),
  ),
  row(messages.listMessageVariables, nothing),
  row(messages.readCardRows, () => ({
    form: formOf('file', Buffer.from('name,price\nTea,500\n'), 'menu.csv'),
  })),
  row(
    messages.readFeedRows,
    async () => ({ body: { url: await addressOf('text/csv', Buffer.from('name,price\nTea,500\n')) } }),
    wrongBodies({ url: { url: 'tea' } }),
  ),
  row(
    messages.importMediaFromUrl,
    async () => ({ body: { url: await addressOf('image/png', PNG) } }),
    wrongBodies({ url: { url: 'tea' } }),
  ),
];
