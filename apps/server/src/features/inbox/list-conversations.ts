import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { UserId } from '@hanasu/contract/ids';
import type { ConversationView, listConversations as endpoint } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { findConversations, type WindowOf } from '../conversations/public.ts';
import { listConversationIds } from './conversation-list.store.ts';
import { findAbout } from './search-messages.ts';

type Query = EndpointRequest<typeof endpoint>['query'];

/** One page as this person sees it (unread and drafts are theirs). */
export async function listConversations(
  transaction: AccountTransaction,
  userId: UserId,
  { page, pageSize, ...query }: Query,
  windowOf: WindowOf,
): Promise<{ items: ConversationView[]; total: number }> {
  const q = query.q || undefined;
  const { ids, total } = await listConversationIds(transaction, userId, {
    found: q ? await findAbout(transaction, q) : null,
    handling: query.handling,
    channelId: query.channelUuid,
    botId: query.botUuid,
    origin: query.origin,
    mine: query.mine ?? false,
    unread: query.unread ?? false,
    assignee: query.assignee,
    snoozed: query.snoozed ?? false,
    late: query.late ?? false,
    sort: query.sort ?? 'recent',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return { items: await findConversations(transaction, ids, userId, windowOf), total };
}
