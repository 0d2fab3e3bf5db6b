import type { AnswerOutcome } from '@hanasu/contract/chat';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { isOpen } from '@hanasu/contract/open-hours';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { BotRow } from '../../bots/public.ts';
import type { Answer, AnswerDependencies, Question } from './answer.ts';

/** Why customers are answered by a person instead. */
export type Silence = 'paused' | 'not_published';

export function silenceOf({ version, paused }: Pick<BotRow, 'version' | 'paused'>): Silence | null {
  if (version === 0) return 'not_published';
  return paused ? 'paused' : null;
}

/** What can be said without a model: the bot is silent, a person is asked for, or a person has written the answer. */
export async function answerWithoutModel(
  { curated, now }: AnswerDependencies,
  question: Question,
  startedAt: number,
): Promise<Answer | null> {
  const { accountId, bot, text } = question;
  const silence = question.draft ? null : silenceOf(bot);
  if (silence) return unable(question, silence, startedAt);
  if (!question.isReport && asksForPerson(text, bot.settings.handoverWords)) {
    const said = handoverReply(bot, languageOf(question), now());
    return plainAnswer('handed_over', { text: said, startedAt, ruling: { wantsPerson: true } });
  }
  if (!question.isReport && curated && bot.curatedAt && !question.attachments?.length) {
    const written = await curated({ accountId, botId: bot.id, curatedAt: bot.curatedAt }, text);
    if (written) {
      const said = fillVariables(written.answer, bot.settings.variables);
      return plainAnswer('curated', { text: said, startedAt, ruling: { wantsPerson: false } });
    }
  }
  return null;
}

/** Why no model can be asked that takes tokens; null: one can. */
export function tokenRefusal({
  bot,
  isBusy,
  grantedTokens,
}: Pick<Question, 'bot' | 'isBusy' | 'grantedTokens'>): 'no_budget' | 'busy' | 'no_tokens' | null {
  const { monthlyBudget } = bot.settings;
  if (monthlyBudget !== null && bot.spentTokens >= monthlyBudget) return 'no_budget';
  if (isBusy) return 'busy';
  return grantedTokens <= 0 ? 'no_tokens' : null;
}

/** Enough to tell a language by. */
const LOOKED_AT = 2_000;

type Asked = Pick<Question, 'bot' | 'text' | 'history' | 'languageHint'>;

/** The language of our own words: the bot's, or else the customer's. */
export function languageOf({ bot, text, history, languageHint }: Asked): Language {
  if (bot.settings.language) return bot.settings.language;
  const hint = languageHint?.slice(0, 2);
  const fallback = hint === 'ja' || hint === 'vi' ? hint : 'en';
  const earlier = history.findLast((turn) => turn.role === 'user')?.text ?? '';
  return detectLanguage(text.slice(0, LOOKED_AT), detectLanguage(earlier.slice(0, LOOKED_AT), fallback));
}

/** An answer that no model was asked for; it costs nothing. */
export const plainAnswer = (
  outcome: AnswerOutcome,
  {
    text,
    startedAt,
    ruling: { wantsPerson },
  }: {
    readonly text: string;
    readonly startedAt: number;
    readonly ruling: { readonly wantsPerson: boolean };
  },
): Answer => ({
  text,
  citations: [],
  toolCalls: [],
  usage: { inputTokens: 0, outputTokens: 0, tokens: 0 },
  outcome,
  timing: { retrieval: 0, firstToken: null, total: performance.now() - startedAt },
  serviceUuid: null,
  wantsPerson,
});

/** The no-answer reply in the customer's language: somebody has to look. */
export const unable = (
  question: Asked,
  outcome: 'no_tokens' | 'busy' | 'no_budget' | 'model_failed' | Silence,
  startedAt: number,
): Answer =>
  plainAnswer(outcome, {
    text: noAnswerReply(question.bot, languageOf(question), 'unable'),
    startedAt,
    ruling: {
      wantsPerson: true,
    },
  });

export type Language = 'en' | 'ja' | 'vi';

const NOT_FOUND = {
  en: "I couldn't find this in the documents I have. A member of our staff can help you with it.",
  ja: '手元の資料からは見つかりませんでした。担当者がご案内いたします。',
  vi: 'Tôi không tìm thấy thông tin này trong tài liệu hiện có. Nhân viên của chúng tôi sẽ hỗ trợ bạn.',
} as const satisfies Record<Language, string>;

const UNABLE = {
  en: "I can't answer right now. A member of our staff will get back to you.",
  ja: 'ただいまお答えできません。担当者よりご連絡いたします。',
  vi: 'Hiện tôi chưa thể trả lời. Nhân viên của chúng tôi sẽ liên hệ lại với bạn.',
} as const satisfies Record<Language, string>;

const HANDED_OVER = {
  en: 'A member of our staff will continue here. One moment, please.',
  ja: '担当者におつなぎします。少々お待ちください。',
  vi: 'Nhân viên của chúng tôi sẽ tiếp tục hỗ trợ bạn tại đây. Vui lòng chờ trong giây lát.',
} as const satisfies Record<Language, string>;

const CLOSED = {
  en: 'Nobody is here at the moment. A member of our staff will reply during business hours.',
  ja: 'ただいま営業時間外です。営業時間内に担当者よりご返信いたします。',
  vi: 'Hiện đang ngoài giờ làm việc. Nhân viên của chúng tôi sẽ trả lời trong giờ làm việc.',
} as const satisfies Record<Language, string>;

const PICTURE_UNREAD = {
  en: "(I can't look at pictures.)",
  ja: '（画像を見ることはできません。）',
  vi: '(Tôi không xem được hình ảnh.)',
} as const satisfies Record<Language, string>;

/** Said for a model that reads no instructions; the others say it in their own words. */
export const pictureUnread = (language: Language): string => PICTURE_UNREAD[language];

/** What the customer hears when the bot can't answer: the bot's own words, or ours in the customer's language. */
export function noAnswerReply(
  bot: Pick<BotRow, 'noAnswerReply' | 'settings'>,
  language: Language,
  why: 'not_found' | 'unable',
): string {
  const own = fillVariables(bot.noAnswerReply, bot.settings.variables).trim();
  if (own !== '') return own;
  return why === 'not_found' ? NOT_FOUND[language] : UNABLE[language];
}

/** What a customer hears who asked for a person: whether one is there depends on the business hours. */
export function handoverReply({ settings }: Pick<BotRow, 'settings'>, language: Language, now: Date): string {
  const { businessHours, variables } = settings;
  if (!businessHours || isOpen(businessHours, now)) return HANDED_OVER[language];
  return fillVariables(businessHours.closedReply, variables).trim() || CLOSED[language];
}
