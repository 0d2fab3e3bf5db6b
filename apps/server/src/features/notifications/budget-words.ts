import type { Locale } from '@hanasu/contract/accounts';
import {
  BUDGET_ACTIONS,
  BUDGET_PERIODS,
  BUDGET_WARNING_SHARE,
  type BudgetAction,
  type BudgetPeriod,
} from '@hanasu/contract/budgets';

const WARNING = BUDGET_WARNING_SHARE * 100;

export interface UsedBudget {
  /** The limit is reached; otherwise `BUDGET_WARNING_SHARE` of it. */
  readonly isReached: boolean;
  readonly period: BudgetPeriod;
  readonly action: BudgetAction;
}

/** As a notification keeps it: `80 month pause`. */
export const budgetBody = ({ isReached, period, action }: UsedBudget): string =>
  `${isReached ? 100 : WARNING} ${period} ${action}`;

const USED = {
  en: {
    day: (part: string) => `${part} of today’s token budget is used.`,
    month: (part: string) => `${part} of this month’s token budget is used.`,
  },
  ja: {
    day: (part: string) => `本日のトークン予算の${part}を使いました。`,
    month: (part: string) => `今月のトークン予算の${part}を使いました。`,
  },
  vi: {
    day: (part: string) => `Đã dùng ${part} ngân sách token hôm nay.`,
    month: (part: string) => `Đã dùng ${part} ngân sách token tháng này.`,
  },
} satisfies Record<Locale, Record<BudgetPeriod, (part: string) => string>>;

const AHEAD = {
  en: {
    warn: 'Nothing stops at the limit.',
    cheaper: 'Bots now answer with their economy models. At the limit they pause.',
    builtin: 'At the limit the built-in model answers.',
    pause: 'At the limit bots pause: other than prepared answers, questions wait for your team.',
  },
  ja: {
    warn: '上限に達しても停止しません。',
    cheaper: '現在、ボットは節約モデルで回答しています。上限に達すると一時停止します。',
    builtin: '上限に達すると、内蔵モデルが回答します。',
    pause: '上限に達するとボットは一時停止し、固定回答以外の質問は対応待ちになります。',
  },
  vi: {
    warn: 'Khi hết ngân sách, không có gì bị dừng.',
    cheaper: 'Các bot đang trả lời bằng mô hình tiết kiệm. Khi hết ngân sách, bot sẽ tạm dừng.',
    builtin: 'Khi hết ngân sách, mô hình có sẵn sẽ trả lời.',
    pause: 'Khi hết ngân sách, bot tạm dừng: ngoài hỏi–đáp soạn sẵn, các câu hỏi sẽ chờ nhân viên.',
  },
} satisfies Record<Locale, Record<BudgetAction, string>>;

const REACHED = {
  en: {
    warn: 'The token budget is used up. Nothing is stopped.',
    builtin: 'The token budget is used up. The built-in model answers until it starts again.',
    pause:
      'The token budget is used up. Until it starts again, bots only give prepared answers; other questions wait for your team.',
  },
  ja: {
    warn: 'トークン予算の上限に達しました。停止はしません。',
    builtin: 'トークン予算の上限に達しました。次の期間まで内蔵モデルが回答します。',
    pause:
      'トークン予算の上限に達しました。次の期間まで、ボットは固定回答のみで応答し、その他の質問は対応待ちになります。',
  },
  vi: {
    warn: 'Ngân sách token đã hết. Không có gì bị dừng.',
    builtin: 'Ngân sách token đã hết. Mô hình có sẵn trả lời cho đến kỳ sau.',
    pause:
      'Ngân sách token đã hết. Cho đến kỳ sau, bot chỉ dùng hỏi–đáp soạn sẵn; các câu hỏi khác chờ nhân viên.',
  },
} satisfies Record<Locale, Record<Exclude<BudgetAction, 'cheaper'>, string>>;

/** What a budget has come to and what it does now. Source: `budgetBody`. */
export function budgetWords(locale: Locale, body: string): string {
  const [percent, givenPeriod, givenAction] = body.split(' ');
  const period = BUDGET_PERIODS.find((one) => one === givenPeriod) ?? 'month';
  const action = BUDGET_ACTIONS.find((one) => one === givenAction) ?? 'warn';
  if (percent === '100') return REACHED[locale][action === 'cheaper' ? 'pause' : action];
  return [USED[locale][period](`${WARNING}%`), AHEAD[locale][action]].join(locale === 'ja' ? '' : ' ');
}
