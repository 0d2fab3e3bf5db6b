import { type BotView, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { AppError } from '../../../../platform/app-error.ts';
import type { Session } from '../../../../platform/http/context.ts';
import { findBotsAcross } from '../../../bots/public.ts';
import type { GalleryDependencies } from '../dependencies.ts';
import { shownBot } from './shown-bot.ts';

/** A draft with the instructions and the behaviour of a template: no knowledge, tools or money comes along. */
export async function usePublicBot(
  { database, createBot }: GalleryDependencies,
  session: Session,
  slug: string,
): Promise<BotView> {
  const { title, bot } = await database.system(async (transaction) => {
    const shown = await shownBot(transaction, slug);
    if (!shown.isTemplate) throw new AppError('not_a_template', 'Its owner does not offer it as a template');
    const [found] = await findBotsAcross(transaction, [shown]);
    if (!found) throw new AppError('not_found', 'There is no such public bot');
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
      monthlyBudget: DEFAULT_BOT_SETTINGS.monthlyBudget,
      cheaperServiceUuid: DEFAULT_BOT_SETTINGS.cheaperServiceUuid,
      fallbackServiceUuid: DEFAULT_BOT_SETTINGS.fallbackServiceUuid,
    },
    draft: true,
  });
}
