import type { listFriends as contract } from '@hanasu/contract/friends';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { countFriends, listFriends } from '../friends.store.ts';

/** A page of friends, with how many there are of each state, whichever is shown. */
export const friendPage = (
  database: Database,
  { accountId }: Session,
  query: z.output<typeof contract.query>,
): Promise<z.output<typeof contract.output>> =>
  database.snapshot(accountId, async (transaction) => {
    const { page, pageSize, channelUuid: channelId, state, sort = '-createdAt' } = query;
    const filter = { q: query.q || undefined, channelId };
    const counts = await countFriends(transaction, filter);
    const total = state ? counts[state] : counts.following + counts.blocked + counts.unknown;
    const offset = (page - 1) * pageSize;
    const items =
      offset < total
        ? await listFriends(transaction, { ...filter, state, sort, limit: pageSize, offset })
        : [];
    return { items, total, page, pageSize, counts };
  });
