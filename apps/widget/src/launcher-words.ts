const en = {
  open: 'Open chat',
  close: 'Close chat',
  unread: 'new',
  dismiss: 'Hide greeting',
  again: 'Try again',
  offline: 'You’re offline. We’ll reconnect automatically.',
};
type LauncherWords = typeof en;

const ja: LauncherWords = {
  open: 'チャットを開く',
  close: 'チャットを閉じる',
  unread: '件の新着',
  dismiss: 'あいさつを閉じる',
  again: 'もう一度試す',
  offline: '接続が切れました。再接続しています。',
};

const vi: LauncherWords = {
  open: 'Mở khung chat',
  close: 'Đóng khung chat',
  unread: 'tin mới',
  dismiss: 'Ẩn lời chào',
  again: 'Thử lại',
  offline: 'Mất kết nối. Đang kết nối lại.',
};

const WORDS = { en, ja, vi };
export type Language = keyof typeof WORDS;

/** The first of these that we speak: what the site says, the page's own language, the browser's. */
export function chooseLanguage(...wanted: (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const short = tag?.slice(0, 2).toLowerCase();
    if (short === 'en' || short === 'ja' || short === 'vi') return short;
  }
  return 'en';
}

export const launcherWords = (language: Language): LauncherWords => WORDS[language];
