import * as contract from '@hanasu/contract/gallery';
import type { FastifyInstance } from 'fastify';
import type { Implement } from '../../../platform/http/implement.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import type { GalleryDependencies } from './dependencies.ts';
import { listShown } from './gallery.store.ts';
import {
  addCoverRoute,
  changeCover,
  deleteListing,
  galleryBot,
  galleryBotDetail,
  readListing,
  saveListing,
  setCover,
} from './listings.ts';
import { askPublicBot, reportPublicBot, shownBot, usePublicBot } from './public-bots.ts';

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
    askPublicBot(dependencies, { slug: params.slug, question: body, call }),
  );
  implement(contract.reportPublicBot, async ({ params, body }, { request }) => {
    await reportPublicBot(dependencies, { slug: params.slug, report: body, address: request.ip });
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
    saveListing(database, { actor: session, botId: params.uuid }, body),
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
