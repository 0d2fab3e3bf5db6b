import type { listEmbedMessages } from '@hanasu/contract/embed';
import * as contract from '@hanasu/contract/embed';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { VisitorId } from '@hanasu/contract/ids';
import { ShownBubble } from '@hanasu/contract/message-content';
import { FormButtonAction, QuickReplyAction, type VisitorQuickReply } from '@hanasu/contract/visitors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type AccountTransaction, type SystemTransaction, within } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { webChannelQuickReplies } from '../automations/public.ts';
import { confirmations, confirmationTexts } from '../bots/public.ts';
import { media } from '../conversations/public.ts';
import { findVisitorForms } from '../forms/public.ts';
import { visitorFile, visitorWords } from './chat/ask-as-visitor.ts';
import { askEmbed, resumeAnswer } from './chat/ask-embed.ts';
import { addChatPage } from './chat-page/chat-page.ts';
import type { EmbedDependencies } from './dependencies.ts';
import { type EmbedRow, listEmbeds } from './settings/embed.store.ts';
import {
  changeEmbedSetting,
  greetingOf,
  readEmbedLook,
  rotateIdentitySecret,
  shownSetting,
} from './settings/embed-settings.ts';
import { createVisitorSession, findOpenEmbed } from './visitors/create-session.ts';
import { lastConversation, saidIn } from './visitors/visitors.store.ts';

/** Visitors' calls are counted by visitor and address in the use cases, and here against floods. */
const VISITORS = { perMinute: 300 };

export function addEmbedRoutes(
  implement: Implement,
  dependencies: EmbedDependencies,
  app: FastifyInstance,
): void {
  const { database, tokens, formTokens } = dependencies;
  implement(contract.getEmbedSetting, ({ query }, { session }) =>
    database.account(session.accountId, (transaction) =>
      shownSetting(transaction, dependencies, query.botUuid),
    ),
  );
  implement(contract.updateEmbedSetting, ({ body }, { session }) =>
    changeEmbedSetting(dependencies, session, body),
  );
  implement(contract.rotateIdentitySecret, ({ body }, { session }) =>
    rotateIdentitySecret(dependencies, session, body.botUuid),
  );
  implement(contract.listEmbedSettings, ({ query: { q, page, pageSize } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const offset = (page - 1) * pageSize;
      const { rows, total } = await listEmbeds(transaction, { q, limit: pageSize, offset });
      return { items: rows, total, page, pageSize };
    }),
  );
  implement(contract.getEmbedLook, ({ params }, { request }) =>
    database.system(async (transaction) => {
      const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
      return readEmbedLook(
        embed,
        await greetingOf(within(transaction, embed.accountId), dependencies, embed),
      );
    }),
  );
  implement(
    contract.openEmbedSession,
    ({ params, body }, { request }) =>
      database.system(async (transaction) => {
        const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
        return createVisitorSession(dependencies, transaction, { embed, body });
      }),
    VISITORS,
  );
  implement(
    contract.chatWithEmbed,
    ({ params, body }, call) => askEmbed(dependencies, { botId: params.botUuid, question: body, call }),
    VISITORS,
  );
  implement(contract.resumeEmbedChat, (input, call) => resumeAnswer(dependencies, input, call), VISITORS);
  implement(contract.listEmbedMessages, ({ params }, { request }) =>
    database.system(async (transaction) => {
      const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
      const token = String(request.headers['x-visitor'] ?? '');
      return readVisitorMessages(transaction, formTokens, {
        embed,
        visitorId: tokens.read(params.botUuid, token),
      });
    }),
  );
  addChatPage(app, dependencies);
}

type Messages = EndpointOutput<typeof listEmbedMessages>;
type Conversation = NonNullable<Awaited<ReturnType<typeof lastConversation>>>;
type Said = Awaited<ReturnType<typeof saidIn>>;

const MOST = 100;
const FROM = { customer: 'visitor', bot: 'bot', operator: 'person' } as const;

/** The visitor's own last conversation; nobody's (a token of another bot) is empty. */
async function readVisitorMessages(
  transaction: SystemTransaction,
  formTokens: EmbedDependencies['formTokens'],
  { embed, visitorId }: { readonly embed: EmbedRow; readonly visitorId: VisitorId | null },
): Promise<Messages> {
  const { accountId, botId, settings, showSources } = embed;
  const conversation = visitorId && (await lastConversation(transaction, { accountId, botId, visitorId }));
  if (!conversation)
    return { conversationUuid: null, busy: false, handling: 'bot', messages: [], quickReplies: [] };
  const said = await saidIn(transaction, accountId, conversation.id, MOST);
  const withFiles = said.filter(({ isText }) => !isText).map(({ id }) => id);
  const files = await media.findMediaViews(within(transaction, accountId), withFiles);
  const forms = await findVisitorForms(within(transaction, accountId), formTokens, conversation.id);
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
      ...visitorWords(message, showSources),
      bubbles: message.sender === 'customer' ? [] : (Bubbles.safeParse(message.bubbles).data ?? []),
      file: visitorFile(files.get(message.id)),
      form: forms.get(message.id) ?? null,
      createdAt: message.createdAt.toISOString(),
    })),
  };
}

const Bubbles = z.array(ShownBubble);

/** Of a composed message, which say what their words say, or of a form that is asked. */
const QuickReplies = z.array(
  z.object({
    label: z.string(),
    text: z.string(),
    data: FormButtonAction.optional().catch(undefined),
    picker: z.unknown().optional(),
  }),
);

async function quickRepliesUnder(
  transaction: AccountTransaction,
  { id: conversationId, channelId, handling, isBusy }: Conversation,
  said: Said,
  { suggestedQuestions }: EmbedRow['settings'],
): Promise<VisitorQuickReply[]> {
  const last = said.at(-1);
  if (!last || !channelId || isBusy) return [];
  if (last.sender === 'bot' && (await confirmations.isAsked(transaction, conversationId)))
    return confirmationTexts.consentReplies(last.text).map((reply) => ({ ...reply, action: null }));
  const stored = QuickReplies.safeParse(last.sender === 'customer' ? null : last.quickReplies);
  if (stored.success)
    return stored.data
      .filter(({ picker }) => picker === undefined)
      .map(({ label, text, data = null }) => ({ label, text, action: data }));
  const offered = await webChannelQuickReplies(transaction, {
    ...{ channelId, conversationId, handling },
    suggestedQuestions: last.isAnswered ? suggestedQuestions : [],
    last: last.sender === 'operator' ? 'operator' : (last.role ?? 'other'),
    asked: said.flatMap(({ sender, isTap, text }) => (sender === 'customer' && !isTap ? [text] : [])),
  });
  return offered.map(({ label, text, data }) => ({
    label,
    text,
    action: QuickReplyAction.nullable().parse(data ?? null),
  }));
}
