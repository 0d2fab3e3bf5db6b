import { listLinks } from '@hanasu/contract/links';
import type { Database } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import { defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import { addFollowRoute, type FollowDependencies } from './follow-link.ts';
import * as store from './links.store.ts';
import { addressOf } from './tracked-links.ts';

interface AppContext {
  readonly database: Database;
}
interface HttpContext extends Omit<FollowDependencies, 'perMinute'> {
  readonly config: { readonly publicUrl: string; readonly RATE_LIMIT_API: number };
}

/** Short addresses under our own, whose clicks are counted. */
export const linksFeature = defineFeature<HttpContext, unknown, AppContext>({
  name: 'links',
  routes(implement, { config, database, ...context }) {
    addFollowRoute({ ...context, database, perMinute: config.RATE_LIMIT_API });
    implement(listLinks, ({ query }, { session }) =>
      database.snapshot(session.accountId, async (transaction) => {
        const asked = { ...rangeOf(query), ownerId: query.ownerUuid ?? null };
        const { rows, total } = await store.listLinks(transaction, asked);
        const items = rows.map((row) => viewOf(row, config.publicUrl));
        return { items, total, page: query.page, pageSize: query.pageSize };
      }),
    );
  },
  jobs: ({ database }) => [
    scheduledJob('delete-expired-links', HOURLY, () => deleteInBatches(database, store.deleteExpired)),
  ],
});

const viewOf = (row: store.LinkRow, publicUrl: string) => ({
  uuid: row.id,
  url: row.url,
  address: addressOf(publicUrl, row.code, row.url),
  owner: { kind: row.ownerKind, uuid: row.ownerId, part: row.ownerPart },
  clicks: row.clicks,
  people: row.people,
  lastClickAt: row.lastClickAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
});
