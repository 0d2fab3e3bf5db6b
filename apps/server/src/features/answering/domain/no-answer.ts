import { fillVariables } from '@hanasu/contract/fill-variables';
import { isOpen } from '@hanasu/contract/open-hours';
import type { BotRow } from '../../bots/public.ts';

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
