import type { Language } from './launcher-words.ts';

const en = {
  close: 'Close chat',
  send: 'Send',
  fresh: 'New chat',
  placeholder: 'Write a message',
  message: 'Message',
  you: 'You',
  person: 'Our staff',
  waiting: 'Our staff will reply here.',
  writing: 'Typing…',
  source: 'Source',
  sources: 'Sources',
  page: ', p. {page}',
  again: 'Try again',
  log: 'Conversation',
  replies: 'Quick replies',
  stars: '{score} of 5 stars',
  loading: 'Loading…',
  formSent: 'Your answers have been sent',
  offline: 'You’re offline. We’ll reconnect automatically.',
  failed: 'Your message wasn’t sent. Try again.',
  limit: 'You’ve asked as many questions as possible for now.',
  wait: 'Please try again in {time}.',
  unavailable: 'Chat is not available right now.',
  identity: 'Please sign in to start chatting.',
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
  waiting: '担当者がこちらでご返信します。',
  writing: '入力中…',
  source: '出典',
  sources: '出典',
  page: '（{page}ページ）',
  again: 'もう一度試す',
  log: '会話',
  replies: 'クイックリプライ',
  stars: '星5つ中{score}つ',
  loading: '読み込んでいます…',
  formSent: '回答を送信しました',
  offline: '接続が切れました。再接続しています。',
  failed: '送信できませんでした。もう一度お試しください。',
  limit: 'ただいまご利用いただける質問数に達しました。',
  wait: '{time}後にもう一度お試しください。',
  unavailable: 'ただいまチャットをご利用いただけません。',
  identity: 'ログインするとチャットをご利用いただけます。',
};

const vi: Words = {
  close: 'Đóng khung chat',
  send: 'Gửi',
  fresh: 'Bắt đầu lại',
  placeholder: 'Nhập tin nhắn',
  message: 'Tin nhắn',
  you: 'Bạn',
  person: 'Nhân viên',
  waiting: 'Nhân viên sẽ trả lời tại đây.',
  writing: 'Đang trả lời…',
  source: 'Nguồn',
  sources: 'Nguồn',
  page: ', tr. {page}',
  again: 'Thử lại',
  log: 'Hội thoại',
  replies: 'Trả lời nhanh',
  stars: '{score}/5 sao',
  loading: 'Đang tải…',
  formSent: 'Đã gửi biểu mẫu',
  offline: 'Mất kết nối. Đang kết nối lại.',
  failed: 'Chưa gửi được. Vui lòng thử lại.',
  limit: 'Bạn đã dùng hết số câu hỏi hiện tại.',
  wait: 'Vui lòng thử lại sau {time}.',
  unavailable: 'Hiện chưa thể trò chuyện.',
  identity: 'Vui lòng đăng nhập để trò chuyện.',
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
  if (code === 'identity_invalid' || code === 'identity_needed') return words.identity;
  if (code === 'not_found') return words.unavailable;
  if (code === 'site_not_allowed') {
    // biome-ignore lint/suspicious/noConsole: who runs the site looks here; a visitor can do nothing about it.
    console.warn('Hanasu: this chat is not allowed on this site. Add it to the chat’s allowed sites.');
    return words.unavailable;
  }
  return code === 'offline' ? words.offline : words.failed;
}

function spanOf(language: Language, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [unit, count] = minutes < 90 ? ['minute', minutes] : ['hour', Math.ceil(minutes / 60)];
  const said = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: `${unit}`,
    unitDisplay: 'long',
  }).format(+count);
  return language === 'ja' ? said.replace(/\s/g, '') : said;
}
