import * as contract from '@hanasu/contract/gallery';
import type { FastifyInstance } from 'fastify';
import type { Implement } from '../../../platform/http/implement.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import { addCoverRoute } from './cover-route.ts';
import type { GalleryDependencies } from './dependencies.ts';
import { listShown } from './gallery.store.ts';
import { galleryBot, galleryBotDetail } from './use-cases/gallery-view.ts';
import { changeCover, deleteListing, saveListing, setCover } from './use-cases/listings.ts';
import { askPublicBot, reportPublicBot, usePublicBot } from './use-cases/public-bots.ts';
import { readListing } from './use-cases/read-listing.ts';
import { shownBot } from './use-cases/shown-bot.ts';

const COVER_MAX_BYTES = 5 * 1024 * 1024;

export function addGalleryRoutes(
  implement: Implement,
  dependencies: GalleryDependencies,
  app: FastifyInstance,
): void {
  addVisitorRoutes(implement, dependencies);
  addListingRoutes(implement, dependencies);
  addCoverRoute(app, dependencies);
}

function addVisitorRoutes(implement: Implement, dependencies: GalleryDependencies): void {
  const { database } = dependencies;
  implement(contract.listPublicBots, ({ query: { page, pageSize, ...filter } }) =>
    database.system(async (transaction) => {
      const { rows, total } = await listShown(transaction, {
        q: filter.q,
        category: filter.category,
        language: filter.language,
        sort: filter.sort,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { items: rows.map(galleryBot), total, page, pageSize };
    }),
  );
  implement(contract.getPublicBot, ({ params }) =>
    database.system(async (transaction) => galleryBotDetail(await shownBot(transaction, params.slug))),
  );
  implement(contract.chatWithPublicBot, ({ params, body }, call) =>
    askPublicBot(dependencies, params.slug, body, call),
  );
  implement(contract.reportPublicBot, async ({ params, body }, { request }) => {
    await reportPublicBot(dependencies, params.slug, body, request.ip);
    return undefined;
  });
  implement(contract.usePublicBot, ({ params }, { session }) =>
    usePublicBot(dependencies, session, params.slug),
  );
}

function addListingRoutes(implement: Implement, dependencies: GalleryDependencies): void {
  const { database } = dependencies;
  implement(contract.getListing, ({ params }, { session: { accountId } }) =>
    database.system(async (transaction) => ({
      listing: await readListing(transaction, { accountId, botId: params.uuid }),
    })),
  );
  implement(contract.saveListing, ({ params, body }, { session }) =>
    saveListing(database, session, params.uuid, body),
  );
  implement(contract.deleteListing, async ({ params }, { session }) => {
    await deleteListing(dependencies, session, params.uuid);
    return undefined;
  });
  implement(
    contract.setListingCover,
    async ({ params }, { session: { accountId }, request }) => {
      const { bytes } = await readFileField(request, COVER_MAX_BYTES);
      return setCover(dependencies, { accountId, botId: params.uuid }, bytes);
    },
    { parseBody: false },
  );
  implement(contract.deleteListingCover, ({ params }, { session: { accountId } }) =>
    changeCover(dependencies, { accountId, botId: params.uuid }, null),
  );
}
