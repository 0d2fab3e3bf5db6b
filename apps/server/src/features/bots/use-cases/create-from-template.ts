import type { BotTemplateView } from '@hanasu/contract/bot-files';
import type { BotView } from '@hanasu/contract/bots';
import { DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { BUILTIN_MODEL_UUID } from '@hanasu/models/catalogue/builtin.models';
import type { Session } from '../../../platform/http/context.ts';
import { findTemplate } from '../domain/templates/templates.ts';
import { botView } from './bot-view.ts';
import { existingBot } from './existing-bot.ts';
import { addBot, type BotDependencies } from './save-bot.ts';

export interface TemplateDependencies extends BotDependencies {
  /** Makes a knowledge base with one text; it is read in the background. */
  readonly addTextKnowledge: (
    accountId: AccountId,
    knowledge: BotTemplateView['knowledge'],
  ) => Promise<KnowledgeId>;
}

export interface TemplateChoice extends Pick<BotTemplateView, 'template' | 'locale'> {
  readonly name?: string | undefined;
}

/** A draft: its knowledge is a sample that customers must not be told. */
export async function createFromTemplate(
  { database, addTextKnowledge }: TemplateDependencies,
  { accountId }: Session,
  choice: TemplateChoice,
): Promise<{ bot: BotView; knowledgeUuid: KnowledgeId }> {
  const template = findTemplate(choice.template, choice.locale);
  const knowledgeUuid = await addTextKnowledge(accountId, template.knowledge);
  const { instructions, greeting, suggestedQuestions, variables } = template;
  const config = {
    name: choice.name ?? template.name,
    serviceUuid: BUILTIN_MODEL_UUID,
    instructions,
    greeting,
    noAnswerReply: '',
    knowledgeUuids: [knowledgeUuid],
    answerOnlyFromKnowledge: true,
    showSources: true,
    settings: { ...DEFAULT_BOT_SETTINGS, suggestedQuestions, variables },
  };
  const bot = await database.account(accountId, async (transaction) =>
    botView(await existingBot(transaction, await addBot(transaction, config, null))),
  );
  return { bot, knowledgeUuid };
}
