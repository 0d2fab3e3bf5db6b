import type { Locale } from '@hanasu/contract/accounts';
import {
  BUDGET_EFFECTS,
  BUDGET_PERIODS,
  BUDGET_WARNING_SHARE,
  type BudgetAction,
  type BudgetEffect,
  type BudgetPeriod,
  type BudgetStage,
} from '@hanasu/contract/budgets';

export interface UsedBudget {
  readonly stage: BudgetStage;
  readonly period: BudgetPeriod;
  readonly action: BudgetAction;
  readonly isOfKey: boolean;
}

/** As a notification keeps it; see `BUDGET_STAGES`. */
export const budgetBody = ({ stage, period, action, isOfKey }: UsedBudget): string =>
  `${stage} ${period} ${isOfKey && (action === 'pause' || (action === 'cheaper' && stage !== 'near')) ? 'refuse' : action}`;

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
    cheaper: 'Bots with an economy model now answer with it. At the limit bots pause.',
    builtin: 'At the limit the built-in model answers.',
    pause: 'At the limit bots pause: prepared answers only, other questions wait for your team.',
    refuse: 'At the limit calls with this key are refused.',
  },
  ja: {
    warn: '上限に達しても停止しません。',
    cheaper:
      '現在、節約モデルのあるボットは節約モデルで回答しています。上限に達するとボットは一時停止します。',
    builtin: '上限に達すると、内蔵モデルが回答します。',
    pause: '上限に達するとボットは一時停止し、固定回答以外の質問は対応待ちになります。',
    refuse: '上限に達すると、このキーでの呼び出しは拒否されます。',
  },
  vi: {
    warn: 'Khi hết ngân sách, không có gì bị dừng.',
    cheaper:
      'Bot nào có mô hình tiết kiệm đang trả lời bằng mô hình đó. Khi hết ngân sách, các bot sẽ tạm dừng.',
    builtin: 'Khi hết ngân sách, mô hình có sẵn sẽ trả lời.',
    pause: 'Khi hết ngân sách, bot tạm dừng: ngoài hỏi–đáp soạn sẵn, các câu hỏi sẽ chờ nhân viên.',
    refuse: 'Khi hết ngân sách, lệnh gọi bằng khóa này bị từ chối.',
  },
} satisfies Record<Locale, Record<BudgetEffect, string>>;

const REACHED = {
  en: {
    warn: 'The token budget is used up. Nothing is stopped.',
    builtin: 'The token budget is used up. The built-in model answers until it starts again.',
    pause:
      'The token budget is used up. Until it starts again, bots give prepared answers only; other questions wait for your team.',
    refuse: 'The token budget is used up. Calls with this key are refused until it starts again.',
  },
  ja: {
    warn: 'トークン予算の上限に達しました。停止はしません。',
    builtin: 'トークン予算の上限に達しました。次の期間まで内蔵モデルが回答します。',
    pause:
      'トークン予算の上限に達しました。次の期間まで、ボットは固定回答のみで応答し、その他の質問は対応待ちになります。',
    refuse: 'トークン予算の上限に達しました。次の期間まで、このキーでの呼び出しは拒否されます。',
  },
  vi: {
    warn: 'Ngân sách token đã hết. Không có gì bị dừng.',
    builtin: 'Ngân sách token đã hết. Mô hình có sẵn trả lời cho đến kỳ sau.',
    pause:
      'Ngân sách token đã hết. Cho đến kỳ sau, bot chỉ dùng hỏi–đáp soạn sẵn; các câu hỏi khác chờ nhân viên.',
    refuse: 'Ngân sách token đã hết. Lệnh gọi bằng khóa này bị từ chối cho đến kỳ sau.',
  },
} satisfies Record<Locale, Record<Exclude<BudgetEffect, 'cheaper'>, string>>;

const SHORT = {
  en: {
    builtin:
      'What is left of the token budget is too little for some questions. The built-in model answers those.',
    pause:
      'What is left of the token budget is too little for some questions. They get prepared answers only, or wait for your team.',
    refuse: 'What is left of the token budget is too little for some calls with this key. They are refused.',
  },
  ja: {
    builtin: 'トークン予算の残りでは足りない質問があります。その質問には内蔵モデルが回答します。',
    pause:
      'トークン予算の残りでは足りない質問があります。その質問には固定回答のみで応答し、ほかは対応待ちになります。',
    refuse: 'トークン予算の残りでは足りない呼び出しがあり、拒否されています。',
  },
  vi: {
    builtin: 'Ngân sách token còn lại không đủ cho một số câu hỏi. Mô hình có sẵn sẽ trả lời các câu đó.',
    pause:
      'Ngân sách token còn lại không đủ cho một số câu hỏi. Các câu đó chỉ được hỏi–đáp soạn sẵn hoặc chờ nhân viên.',
    refuse: 'Ngân sách token còn lại không đủ cho một số lệnh gọi bằng khóa này. Chúng bị từ chối.',
  },
} satisfies Record<Locale, Record<Exclude<BudgetEffect, 'cheaper' | 'warn'>, string>>;

/** What a budget has come to and what it does now. Source: `budgetBody`. */
export function budgetWords(locale: Locale, body: string): string {
  const [stage, givenPeriod, givenEffect] = body.split(' ');
  const period = BUDGET_PERIODS.find((one) => one === givenPeriod) ?? 'month';
  const effect = BUDGET_EFFECTS.find((one) => one === givenEffect) ?? 'warn';
  const end = effect === 'cheaper' ? 'pause' : effect;
  if (stage === 'short' && end !== 'warn') return SHORT[locale][end];
  if (stage !== 'near') return REACHED[locale][end];
  const used = USED[locale][period](`${BUDGET_WARNING_SHARE * 100}%`);
  return [used, AHEAD[locale][effect]].join(locale === 'ja' ? '' : ' ');
}
