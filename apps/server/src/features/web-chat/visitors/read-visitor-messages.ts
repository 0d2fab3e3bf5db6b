import type { listEmbedMessages } from '@hanasu/contract/embed';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { VisitorId } from '@hanasu/contract/ids';
import { QuickReplyAction, type VisitorQuickReply } from '@hanasu/contract/visitors';
import {
  type AccountTransaction,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import { webChannelQuickReplies } from '../../automations/public.ts';
import { confirmations, confirmationWords } from '../../bots/public.ts';
import { media } from '../../conversations/public.ts';

import { visitorCitations, visitorFile } from '../chat/ask-as-visitor.ts';
import type { EmbedRow } from '../settings/embed.store.ts';
import { lastConversation, saidIn } from './visitors.store.ts';

type Messages = EndpointOutput<typeof listEmbedMessages>;
type Conversation = NonNullable<Awaited<ReturnType<typeof lastConversation>>>;
type Said = Awaited<ReturnType<typeof saidIn>>;

const MOST = 100;
const FROM = { customer: 'visitor', bot: 'bot', operator: 'person' } as const;

/** The visitor's own last conversation; nobody's (a token of another bot) is empty. */
export async function readVisitorMessages(
  transaction: SystemTransaction,
  { accountId, botId, settings }: EmbedRow,
  visitorId: VisitorId | null,
): Promise<Messages> {
  const conversation = visitorId && (await lastConversation(transaction, { accountId, botId, visitorId }));
  if (!conversation)
    return { conversationUuid: null, busy: false, handling: 'bot', messages: [], quickReplies: [] };
  const said = await saidIn(transaction, accountId, conversation.id, MOST);
  const withFiles = said.filter(({ isText }) => !isText).map(({ id }) => id);
  const files = await media.findMediaViews(within(transaction, accountId), withFiles);
  const quickReplies = await quickRepliesUnder(within(transaction, accountId), conversation, said, settings);
  return {
    conversationUuid: conversation.id,
    busy: conversation.isBusy,
    quickReplies,
    handling: conversation.shownHandling,
    messages: said.map((message) => ({
      uuid: message.id,
      from: FROM[message.sender],
      by: conversation.showsNames && message.sender === 'operator' ? message.by : null,
      text: message.text,
      citations: visitorCitations(message),
      file: visitorFile(files.get(message.id)),
      createdAt: message.createdAt.toISOString(),
    })),
  };
}

async function quickRepliesUnder(
  transaction: AccountTransaction,
  { id: conversationId, channelId, handling, isBusy }: Conversation,
  said: Said,
  { suggestedQuestions }: EmbedRow['settings'],
): Promise<VisitorQuickReply[]> {
  const last = said.at(-1);
  if (!last || !channelId || isBusy) return [];
  if (last.sender === 'bot' && (await confirmations.isAsked(transaction, conversationId)))
    return confirmationWords.consentReplies(last.text).map((reply) => ({ ...reply, action: null }));
  const offered = await webChannelQuickReplies(transaction, {
    ...{ channelId, conversationId, handling, suggestedQuestions },
    last: last.sender === 'operator' ? 'operator' : (last.role ?? 'other'),
    asked: said.flatMap(({ sender, isTap, text }) => (sender === 'customer' && !isTap ? [text] : [])),
  });
  return offered.map(({ label, text, data }) => ({
    label,
    text,
    action: QuickReplyAction.nullable().parse(data ?? null),
  }));
}
