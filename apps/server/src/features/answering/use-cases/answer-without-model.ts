import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import type { Answer, Question } from '../domain/answer.ts';
import { handoverReply } from '../domain/no-answer.ts';
import type { AnswerDependencies } from './answer-dependencies.ts';
import { languageOf, plainAnswer, unable } from './plain-answer.ts';

/** What can be said without a model: the bot is paused, a person is asked for, or a person has written the answer. */
export async function answerWithoutModel(
  { curated, now }: AnswerDependencies,
  question: Question,
  startedAt: number,
): Promise<Answer | null> {
  const { accountId, bot, text } = question;
  if (!question.draft && (bot.paused || bot.version === 0)) return unable(question, 'paused', startedAt);
  if (!question.isReport && asksForPerson(text, bot.settings.handoverWords)) {
    const said = handoverReply(bot, languageOf(question), now());
    return plainAnswer('handed_over', said, startedAt, { wantsPerson: true });
  }
  if (!question.isReport && curated && bot.curatedAt && !question.attachments?.length) {
    const written = await curated({ accountId, botId: bot.id, curatedAt: bot.curatedAt }, text);
    if (written) return plainAnswer('curated', written.answer, startedAt, { wantsPerson: false });
  }
  const { monthlyBudget } = bot.settings;
  if (monthlyBudget !== null && bot.spentTokens >= monthlyBudget)
    return unable(question, 'no_budget', startedAt);
  if (question.isBusy) return unable(question, 'busy', startedAt);
  return question.grantedTokens <= 0 ? unable(question, 'no_tokens', startedAt) : null;
}
