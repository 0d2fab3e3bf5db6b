import type { listEmbedMessages } from '@hanasu/contract/embed';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { VisitorId } from '@hanasu/contract/ids';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { findMediaViews } from '../../media/public.ts';
import { visitorCitations, visitorFile } from '../domain/visitor-view.ts';
import type { EmbedRow } from '../embed.store.ts';
import { lastConversation, saidIn } from '../visitors.store.ts';

type Messages = EndpointOutput<typeof listEmbedMessages>;

const MOST = 100;
const FROM = { customer: 'visitor', bot: 'bot', operator: 'person' } as const;

/** The visitor's own last conversation; nobody's (a token of another bot) is empty. */
export async function readVisitorMessages(
  transaction: SystemTransaction,
  { accountId, botId }: EmbedRow,
  visitorId: VisitorId | null,
): Promise<Messages> {
  const conversation = visitorId && (await lastConversation(transaction, { accountId, botId, visitorId }));
  if (!conversation) return { conversationUuid: null, busy: false, handling: 'bot', messages: [] };
  const said = await saidIn(transaction, accountId, conversation.id, MOST);
  const withFiles = said.filter(({ isText }) => !isText).map(({ id }) => id);
  const media = await findMediaViews(within(transaction, accountId), withFiles);
  return {
    conversationUuid: conversation.id,
    busy: conversation.isBusy,
    handling: conversation.handling,
    messages: said.map((message) => ({
      uuid: message.id,
      from: FROM[message.sender],
      by: conversation.showsNames && message.sender === 'operator' ? message.by : null,
      text: message.text,
      citations: visitorCitations(message),
      file: visitorFile(media.get(message.id)),
      createdAt: message.createdAt.toISOString(),
    })),
  };
}
