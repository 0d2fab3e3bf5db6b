import type { WebsiteId } from '@hanasu/contract/ids';
import * as websites from '@hanasu/contract/websites';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, row, WRONG_PAGES, wrongBodies } from './row.ts';

let made = 0;
/** Public by its name, and nobody's: it is never reached. */
const newAddress = (): string => {
  made += 1;
  return `https://shop.invalid/${made}`;
};

async function newWebsite({ person, knowledge }: EndpointWorld): Promise<{ uuid: WebsiteId }> {
  const params = { uuid: knowledge.uuid };
  const { uuid } = await person.call(websites.createWebsite, { params, body: { url: newAddress() } });
  return { uuid };
}

export const WEBSITE_ROWS: readonly EndpointRow[] = [
  row(websites.listWebsites, (world) => ({ params: { uuid: world.knowledge.uuid } })),
  row(
    websites.createWebsite,
    (world) => ({
      params: { uuid: world.knowledge.uuid },
      body: { url: newAddress(), mode: 'site' as const },
    }),
    wrongBodies({
      url: { url: 'ftp://shop.example/' },
      mode: { url: 'https://shop.example/', mode: 'all' },
      schedule: { url: 'https://shop.example/', schedule: 'hourly' },
      depth: { url: 'https://shop.example/', depth: 21 },
      pageLimit: { url: 'https://shop.example/', pageLimit: websites.WEBSITE_PAGES_MAX + 1 },
      'include.0': { url: 'https://shop.example/', include: [' '] },
    }),
  ),
  row(websites.getWebsite, async (world) => ({ params: await newWebsite(world) })),
  row(
    websites.updateWebsite,
    async (world) => ({ params: await newWebsite(world), body: { schedule: 'daily' as const } }),
    wrongBodies({ schedule: { schedule: 'hourly' }, depth: { depth: -1 } }),
  ),
  row(websites.crawlWebsite, async (world) => ({ params: await newWebsite(world) })),
  row(websites.stopWebsite, async (world) => ({ params: await newWebsite(world) })),
  row(websites.listWebsitePages, async (world) => ({ params: await newWebsite(world) }), [
    ...WRONG_PAGES,
    { query: { state: 'lost' }, path: 'query.state' },
  ]),
  row(websites.deleteWebsite, async (world) => ({ params: await newWebsite(world) }), [
    { query: { keepDocuments: 'perhaps' }, path: 'query.keepDocuments' },
  ]),
];
