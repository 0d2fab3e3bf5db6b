import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { suggestReply as endpoint } from '@hanasu/contract/inbox-work';
import type { Session } from '../../../platform/http/context.ts';
import { conversationExists } from '../conversations.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { noSuchConversation } from './owned-conversation.ts';

export type Suggestion = EndpointOutput<typeof endpoint>;

/**
 * What the bot of a conversation would say now; throws the codes of the endpoint. Handed in, because the engine that
 * answers knows the inbox.
 */
export type Suggest = (accountId: AccountId, conversationId: ConversationId) => Promise<Suggestion>;

/** Nothing of it is sent or stored but what it has cost. */
export async function suggestReply(
  { database, suggest }: InboxDependencies,
  { accountId }: Session,
  conversationId: ConversationId,
): Promise<Suggestion> {
  const isThere = await database.account(accountId, (transaction) =>
    conversationExists(transaction, conversationId),
  );
  if (!isThere) throw noSuchConversation();
  return suggest(accountId, conversationId);
}
