import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import { type AnswerLanguage, detectLanguage } from '@hanasu/models/builtin/detect-language';

/** What a tap on something that the product offered means. */
export type Tap =
  | { readonly kind: 'handover' }
  | { readonly kind: 'give-back' }
  | { readonly kind: 'satisfaction'; readonly score: number }
  | { readonly kind: 'feedback'; readonly mood: 'up' | 'down' };

/** Null: it is not one of ours. */
export function readQuickReplyAction(data: string | null): Tap | null {
  if (data === 'handover' || data === 'give-back') return { kind: data };
  if (data === 'feedback:up') return { kind: 'feedback', mood: 'up' };
  if (data === 'feedback:down') return { kind: 'feedback', mood: 'down' };
  const score = /^satisfaction:([1-5])$/.exec(data ?? '')?.[1];
  return score ? { kind: 'satisfaction', score: Number(score) } : null;
}

/** A plain number from 1 to 5, full-width as well; null: it is something else. */
export function readScore(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  return /^[1-5]$/.test(plain) ? Number(plain) : null;
}

const tap = (label: string, data: string): QuickReply => ({ label, text: label, data });

export const offerPerson = (language: Language): QuickReply => tap(OFFER_PERSON[language], 'handover');
export const offerBot = (language: Language): QuickReply => tap(OFFER_BOT[language], 'give-back');
export const offerScores = (): QuickReply[] =>
  [1, 2, 3, 4, 5].map((score) => tap(`★${score}`, `satisfaction:${score}`));

export const satisfactionQuestion = (own: string, language: Language): string =>
  own.trim() || ASK_SATISFACTION[language];

export type Language = AnswerLanguage;
type Words = Readonly<Record<Language, string>>;

/** Characters that are enough to detect a language. */
const LOOKED_AT = 2_000;

/** The language of what the product says itself: the channel's, or else the customer's. `known`: of their profile. */
export function languageFor(
  { language, timeZone }: Pick<ChannelSettings, 'language'> & { readonly timeZone?: string },
  text: string,
  known: string | null,
): Language {
  if (language !== 'auto') return language;
  const hint = known?.slice(0, 2);
  // A customer whose first message is a picture gets the language of the channel's time zone.
  const home = text.trim() === '' && known === null ? LANGUAGE_OF_ZONE[timeZone ?? ''] : undefined;
  const fallback = hint === 'ja' || hint === 'vi' ? hint : (home ?? 'en');
  return detectLanguage(text.slice(0, LOOKED_AT), fallback);
}

const LANGUAGE_OF_ZONE: Readonly<Record<string, Language>> = {
  'Asia/Tokyo': 'ja',
  Japan: 'ja',
  'Asia/Ho_Chi_Minh': 'vi',
  'Asia/Saigon': 'vi',
  'Asia/Hanoi': 'vi',
};

export const NOBODY_THERE: Words = {
  en: 'Nobody is here at the moment. Our staff will be back on {{opensAt}} and will reply to you then.',
  ja: 'ただいま担当者が不在です。{{opensAt}}以降に担当者よりご返信いたします。',
  vi: 'Hiện không có nhân viên trực. Nhân viên của chúng tôi sẽ trả lời bạn từ {{opensAt}}.',
};

/** Where it is unknown when staff will be back. */
export const NOBODY_KNOWN: Words = {
  en: 'Nobody is here at the moment. Our staff will reply to you as soon as they can.',
  ja: 'ただいま担当者が不在です。担当者が確認次第ご返信いたします。',
  vi: 'Hiện không có nhân viên trực. Nhân viên của chúng tôi sẽ trả lời bạn sớm nhất có thể.',
};

export const HANDED_OVER: Words = {
  en: 'A member of our staff will continue here. One moment, please.',
  ja: '担当者におつなぎします。少々お待ちください。',
  vi: 'Nhân viên của chúng tôi sẽ tiếp tục hỗ trợ bạn tại đây. Vui lòng chờ trong giây lát.',
};

/** For what only a person can look at: a picture, a recording, a tap on a menu of the owner's. */
export const PERSON_WILL_LOOK: Words = {
  en: 'Thank you. A member of our staff will look at it and reply to you here.',
  ja: 'お送りいただきありがとうございます。担当者が確認のうえ、こちらでご返信いたします。',
  vi: 'Cảm ơn bạn. Nhân viên của chúng tôi sẽ xem và trả lời bạn tại đây.',
};

export const ASK_FOR_WORDS: Words = {
  en: 'Thank you. I can only read text here. Could you tell me in words what it is about?',
  ja: 'お送りいただきありがとうございます。こちらでは文字のメッセージのみ承っております。お手数ですが、ご用件を文字でお知らせください。',
  vi: 'Cảm ơn bạn. Ở đây tôi chỉ đọc được tin nhắn chữ. Bạn vui lòng cho biết nội dung bằng chữ nhé.',
};

export const THANKS_FOR_STICKER: Words = {
  en: 'Thank you for the sticker! If you have a question, just write it here.',
  ja: 'スタンプをありがとうございます！ご質問がありましたら、こちらにお書きください。',
  vi: 'Cảm ơn bạn đã gửi nhãn dán! Nếu có câu hỏi, bạn cứ nhắn tại đây nhé.',
};

export const SORRY: Words = {
  en: 'Sorry that this was no help. A member of our staff will look at it.',
  ja: 'お役に立てず申し訳ございません。担当者が確認いたします。',
  vi: 'Xin lỗi vì câu trả lời chưa giúp được bạn. Nhân viên của chúng tôi sẽ xem lại.',
};

export const GIVEN_BACK: Words = {
  en: 'The assistant is here again. What can I do for you?',
  ja: 'アシスタントに戻りました。ご質問をどうぞ。',
  vi: 'Trợ lý đã quay lại. Tôi có thể giúp gì cho bạn?',
};

/** Quick replies; twenty characters at the most fit everywhere. */
const OFFER_PERSON: Words = { en: 'Talk to a person', ja: '担当者と話す', vi: 'Gặp nhân viên' };
const OFFER_BOT: Words = { en: 'Back to the bot', ja: 'アシスタントに戻る', vi: 'Quay lại trợ lý' };

const ASK_SATISFACTION: Words = {
  en: 'How satisfied are you with our help? Please choose 1 (not at all) to 5 (very).',
  ja: '今回の対応はいかがでしたか？ 1（不満）〜5（満足）でお聞かせください。',
  vi: 'Bạn có hài lòng với sự hỗ trợ của chúng tôi không? Hãy chọn từ 1 (không) đến 5 (rất hài lòng).',
};

export const THANKS_FOR_SCORE: Words = {
  en: 'Thank you! If you like, tell us in a few words why.',
  ja: 'ありがとうございます。よろしければ理由もお聞かせください。',
  vi: 'Cảm ơn bạn! Nếu được, hãy cho chúng tôi biết thêm vài lời.',
};

export const THANKS_FOR_COMMENT: Words = {
  en: 'Thank you for your words.',
  ja: 'ご意見をありがとうございました。',
  vi: 'Cảm ơn ý kiến của bạn.',
};
