import type { webChannel as english } from '../en/web-channel.ts';
import type { WordsLike } from '../words.ts';

export const webChannel: WordsLike<typeof english> = {
  title: 'Webチャットのデザイン',
  connectPurpose: '接続の作業は不要です。各ボットのチャットを、そのままサイトに置けます。',
  purpose: 'Webサイトのチャットの色や文言を自社に合わせて整えます。',
  visitor: '訪問者 {{number}}',
  bot: '対象のボット',
  sites: 'サイトと埋め込みコード',
  off: 'このチャットはまだサイトに公開されていません。今のうちにデザインを準備できます。',
  switchOn: '公開する',
  visitorScheme: '訪問者の画面設定',
  schemes: { light: 'ライト', dark: 'ダーク' },
  size: 'プレビューの大きさ',
  sizes: { desktop: 'パソコン', phone: 'スマートフォン' },
};
