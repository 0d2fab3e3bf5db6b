import type { Language } from './launcher-words.ts';

const en = {
  close: 'Close chat',
  send: 'Send',
  fresh: 'New chat',
  placeholder: 'Write a message',
  message: 'Message',
  you: 'You',
  person: 'Our team',
  waiting: 'A person will answer here.',
  writing: 'Writing an answer…',
  sources: 'Sources',
  page: 'page',
  again: 'Try again',
  log: 'Conversation',
  replies: 'Quick replies',
  stars: '{score} of 5 stars',
  offline: 'The connection was lost.',
  failed: 'Something went wrong.',
  limit: 'No more questions are possible for now.',
  wait: 'Please try again in {time}.',
  unavailable: 'This chat is not available.',
  site: 'This chat is not set up for this web site.',
  identity: 'Please sign in to the site first.',
};
type Words = typeof en;

const ja: Words = {
  close: 'チャットを閉じる',
  send: '送信',
  fresh: '新しいチャット',
  placeholder: 'メッセージを入力',
  message: 'メッセージ',
  you: 'あなた',
  person: '担当者',
  waiting: '担当者がここでお返事します。',
  writing: '回答を書いています…',
  sources: '出典',
  page: 'ページ',
  again: 'もう一度試す',
  log: '会話',
  replies: 'クイックリプライ',
  stars: '星5つ中{score}つ',
  offline: '接続が切れました。',
  failed: '問題が発生しました。',
  limit: '今はこれ以上質問できません。',
  wait: '{time}後にもう一度お試しください。',
  unavailable: 'このチャットは利用できません。',
  site: 'このサイトではチャットが設定されていません。',
  identity: '先にサイトへログインしてください。',
};

const vi: Words = {
  close: 'Đóng khung chat',
  send: 'Gửi',
  fresh: 'Cuộc trò chuyện mới',
  placeholder: 'Nhập tin nhắn',
  message: 'Tin nhắn',
  you: 'Bạn',
  person: 'Nhân viên',
  waiting: 'Nhân viên sẽ trả lời bạn tại đây.',
  writing: 'Đang viết câu trả lời…',
  sources: 'Nguồn',
  page: 'trang',
  again: 'Thử lại',
  log: 'Cuộc trò chuyện',
  replies: 'Trả lời nhanh',
  stars: '{score} trên 5 sao',
  offline: 'Mất kết nối.',
  failed: 'Đã xảy ra lỗi.',
  limit: 'Hiện không thể hỏi thêm câu nào.',
  wait: 'Vui lòng thử lại sau {time}.',
  unavailable: 'Khung chat này không dùng được.',
  site: 'Khung chat chưa được thiết lập cho trang web này.',
  identity: 'Vui lòng đăng nhập vào trang web trước.',
};

const WORDS = { en, ja, vi };

export type { Words };

export const wordsOf = (language: Language): Words => WORDS[language];

/** What a refusal means to a visitor. `retryAfter` is in seconds. */
export function errorMessage(language: Language, code: string, retryAfter: number | null): string {
  const words = wordsOf(language);
  if (code === 'chat_limit_reached' || code === 'rate_limited') {
    const wait = retryAfter && words.wait.replace('{time}', () => spanOf(language, retryAfter));
    return `${words.limit} ${wait ?? ''}`;
  }
  if (code === 'conversation_busy') return words.writing;
  if (code === 'site_not_allowed') return words.site;
  if (code === 'identity_invalid' || code === 'identity_needed') return words.identity;
  if (code === 'not_found') return words.unavailable;
  return code === 'offline' ? words.offline : words.failed;
}

function spanOf(language: Language, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [unit, count] = minutes < 90 ? ['minute', minutes] : ['hour', Math.ceil(minutes / 60)];
  return new Intl.NumberFormat(language, { style: 'unit', unit: `${unit}`, unitDisplay: 'long' }).format(
    +count,
  );
}
