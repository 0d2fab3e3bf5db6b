import type { BotRow } from '../../bots/public.ts';

type Language = 'en' | 'ja' | 'vi';

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

/** What the customer hears when the bot can't answer: the bot's own words, or ours in the customer's language. */
export function noAnswerReply(
  bot: Pick<BotRow, 'noAnswerReply'>,
  language: Language,
  why: 'not_found' | 'unable',
): string {
  const own = bot.noAnswerReply.trim();
  if (own !== '') return own;
  return why === 'not_found' ? NOT_FOUND[language] : UNABLE[language];
}
