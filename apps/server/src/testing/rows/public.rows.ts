import { askDemo } from '@hanasu/contract/demo';
import * as embed from '@hanasu/contract/embed';
import * as gallery from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import type { EndpointWorld } from '../endpoint-world.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, PIXEL, row, WRONG_PAGES, wrongBodies } from './row.ts';

const listing = (slug: string) => ({
  slug,
  title: 'Clerk',
  description: 'Answers questions about the shop.',
  category: 'shop' as const,
  language: 'en' as const,
  isTemplate: true,
});

async function newListing({ person, newBot, newName }: EndpointWorld) {
  const uuid: BotId = await newBot();
  const slug = newName();
  await person.call(gallery.saveListing, { params: { uuid }, body: listing(slug) });
  return { uuid, slug };
}

async function newEmbed({ person, newBot }: EndpointWorld) {
  const botUuid: BotId = await newBot();
  await person.call(embed.updateEmbedSetting, { body: { botUuid, enabled: true } });
  return { botUuid };
}

const QUESTION = { message: 'Is parking free?' };
const WRONG_QUESTIONS = wrongBodies({
  message: { message: ' ' },
  visitor: { ...QUESTION, visitor: '' },
  conversationUuid: { ...QUESTION, conversationUuid: 'last' },
});

export const PUBLIC_ROWS: readonly EndpointRow[] = [
  row(gallery.listPublicBots, nothing, [
    ...WRONG_PAGES,
    { query: { category: 'pets' }, path: 'query.category' },
    { query: { language: 'fr' }, path: 'query.language' },
    { query: { sort: 'best' }, path: 'query.sort' },
  ]),
  row(gallery.getPublicBot, async (world) => ({ params: { slug: (await newListing(world)).slug } })),
  row(
    gallery.chatWithPublicBot,
    async (world) => ({ params: { slug: (await newListing(world)).slug }, body: QUESTION }),
    WRONG_QUESTIONS,
  ),
  row(
    gallery.reportPublicBot,
    async (world) => ({
      params: { slug: (await newListing(world)).slug },
      body: { reason: 'wrong' as const, text: 'It says we are closed.' },
    }),
    wrongBodies({ reason: { reason: 'boring' }, text: { reason: 'spam', text: 'x'.repeat(1001) } }),
  ),
  row(gallery.usePublicBot, async (world) => ({ params: { slug: (await newListing(world)).slug } })),
  row(gallery.getListing, (world) => ({ params: { uuid: world.bot.uuid } })),
  row(
    gallery.saveListing,
    async (world) => ({ params: { uuid: await world.newBot() }, body: listing(world.newName()) }),
    wrongBodies({
      slug: { ...listing('Not A Slug') },
      title: { ...listing('clerk'), title: ' ' },
      category: { ...listing('clerk'), category: 'pets' },
      language: { ...listing('clerk'), language: 'fr' },
    }),
  ),
  row(gallery.deleteListing, async (world) => ({ params: { uuid: (await newListing(world)).uuid } })),
  row(gallery.setListingCover, async (world) => ({
    params: { uuid: (await newListing(world)).uuid },
    form: formOf('file', PIXEL),
  })),
  row(gallery.deleteListingCover, async (world) => ({ params: { uuid: (await newListing(world)).uuid } })),

  row(
    askDemo,
    () => ({ body: QUESTION }),
    wrongBodies({ message: { message: 'x'.repeat(501) }, locale: { ...QUESTION, locale: 'fr' } }),
  ),

  row(embed.getEmbedSetting, (world) => ({ query: { botUuid: world.bot.uuid } }), [
    { query: { botUuid: 'clerk' }, path: 'query.botUuid' },
  ]),
  row(
    embed.updateEmbedSetting,
    (world) => ({ body: { botUuid: world.bot.uuid, sites: ['https://shop.example'] } }),
    wrongBodies({
      botUuid: { botUuid: 'clerk' },
      'sites.0': { botUuid: crypto.randomUUID(), sites: ['https://shop.example/path'] },
      colour: { botUuid: crypto.randomUUID(), colour: 'red' },
      perDay: { botUuid: crypto.randomUUID(), perDay: 0 },
    }),
  ),
  row(
    embed.rotateIdentitySecret,
    (world) => ({ body: { botUuid: world.bot.uuid } }),
    wrongBodies({ botUuid: { botUuid: 5 } }),
  ),
  row(embed.listEmbedSettings, nothing, WRONG_PAGES),
  row(embed.getEmbedLook, async (world) => ({ params: await newEmbed(world) })),
  row(
    embed.openEmbedSession,
    async (world) => ({ params: await newEmbed(world), body: {} }),
    wrongBodies({ userId: { userId: '' }, visitor: { visitor: 'x'.repeat(401) } }),
  ),
  row(
    embed.chatWithEmbed,
    async (world) => ({ params: await newEmbed(world), body: QUESTION }),
    WRONG_QUESTIONS,
  ),
  row(embed.resumeEmbedChat, async (world) => ({ params: await newEmbed(world) }), [
    { query: { position: '-1' }, path: 'query.position' },
  ]),
  row(embed.listEmbedMessages, async (world) => ({ params: await newEmbed(world) })),
];
