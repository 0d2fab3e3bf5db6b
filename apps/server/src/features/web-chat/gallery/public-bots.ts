import { createHmac } from 'node:crypto';
import { type BotView, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import type { ReportReason } from '@hanasu/contract/gallery';
import type { VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer, VisitorQuestion } from '@hanasu/contract/visitors';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Call, Session } from '../../../platform/http/context.ts';
import type { HandledReply } from '../../../platform/http/implement.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import { newId } from '../../../platform/ids.ts';
import { findBotsAcross } from '../../bots/public.ts';
import { askAsVisitor } from '../chat/ask-as-visitor.ts';
import { consumeRateLimits } from '../chat/ask-embed.ts';
import { seeVisitor } from '../visitors/visitors.store.ts';
import type { GalleryDependencies } from './dependencies.ts';
import { countChat, findShown, insertReport, type PublicBotDetailRow } from './gallery.store.ts';

/** A draft with the instructions and the behaviour of a template: no knowledge, tools or money comes along. */
export async function usePublicBot(
  { database, createBot }: GalleryDependencies,
  session: Session,
  slug: string,
): Promise<BotView> {
  const { title, bot } = await database.system(async (transaction) => {
    const shown = await shownBot(transaction, slug);
    if (!shown.isTemplate) throw new AppError('not_a_template', 'This bot is not offered as a template');
    const [found] = await findBotsAcross(transaction, [shown]);
    if (!found) throw new AppError('not_found', 'Public bot not found');
    return { title: shown.title, bot: found };
  });
  return createBot(session, {
    name: title,
    serviceUuid: bot.serviceUuid,
    instructions: bot.instructions,
    greeting: bot.greeting,
    noAnswerReply: bot.noAnswerReply,
    answerOnlyFromKnowledge: bot.answerOnlyFromKnowledge,
    showSources: bot.showSources,
    knowledgeUuids: [],
    settings: {
      ...bot.settings,
      // What is true of that shop is not true of this one.
      variables: bot.settings.variables.map((variable) => ({ ...variable, sample: true })),
      cheaperServiceUuid: DEFAULT_BOT_SETTINGS.cheaperServiceUuid,
      fallbackServiceUuid: DEFAULT_BOT_SETTINGS.fallbackServiceUuid,
    },
    draft: true,
  });
}

/** One visitor of the gallery is one for all its bots, and so are the limits. */
const GALLERY = 'gallery';

export async function askPublicBot(
  { database, tokens, chat, caps }: GalleryDependencies,
  {
    slug,
    question,
    call,
  }: { readonly slug: string; readonly question: VisitorQuestion; readonly call: Call<null> },
): Promise<VisitorAnswer | HandledReply> {
  const given = question.visitor ? tokens.read(GALLERY, question.visitor) : null;
  const visitorId = given ?? newId<VisitorId>();
  const { accountId, botId, showSources } = await database.system(async (transaction) => {
    const bot = await shownBot(transaction, slug);
    const who = { visitorId, address: call.request.ip };
    await consumeRateLimits(transaction, GALLERY, who, {
      visitorPerMinute: caps.perMinute,
      visitorPerDay: caps.perDay,
      addressPerMinute: caps.perMinute,
      addressPerDay: caps.perDay,
      everybodyPerDay: null,
    });
    await seeVisitor(transaction, { accountId: bot.accountId, botId: bot.botId, visitorId });
    if (question.conversationUuid === undefined) await countChat(transaction, bot.botId);
    return bot;
  });
  const visitor = tokens.issue(GALLERY, visitorId);
  const asked = { accountId, botId, visitorId, visitor, showSources, isAnonymous: true, question };
  return askAsVisitor(chat, { ...asked, origin: 'public' }, call);
}

const ONCE_A_DAY = { times: 1, seconds: 24 * 60 * 60 };

/** Once a day from one address for each bot. */
export const reportPublicBot = (
  { database, reporterKey }: Pick<GalleryDependencies, 'database' | 'reporterKey'>,
  {
    slug,
    report,
    address,
  }: {
    readonly slug: string;
    readonly report: { readonly reason: ReportReason; readonly text: string };
    readonly address: string;
  },
): Promise<void> =>
  database.system(async (transaction) => {
    const { botId } = await shownBot(transaction, slug);
    const reporter = createHmac('sha256', reporterKey).update(sourceOf(address)).digest();
    const used = await consumeAllowance(
      transaction,
      tryKey('report', botId, reporter.toString('hex')),
      ONCE_A_DAY,
    );
    if (used > 0) throw new AppError('reported_already', 'You have already reported this bot today');
    await insertReport(transaction, { ...report, botId, id: newId(), reporter });
  });

export async function shownBot(transaction: SystemTransaction, slug: string): Promise<PublicBotDetailRow> {
  const bot = await findShown(transaction, slug);
  if (!bot) throw new AppError('not_found', 'Public bot not found');
  return bot;
}
