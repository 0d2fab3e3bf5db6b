import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const privacy = {
  export: 'すべてのデータをエクスポート',
  exportText:
    'このアカウントのボット、資料と元ファイル、顧客、会話、トークン履歴をZIPファイルにまとめます。パスワードやキーは含まれません。完成後にメールでお知らせします。',
  exportOwner: 'エクスポートできるのはオーナーのみです。',
  startExport: 'エクスポートを始める',
  statuses: {
    queued: '待機中',
    running: '作成中',
    ready: 'ダウンロード可能',
    failed: 'エラー',
    cancelled: '停止',
  },
  until: '{{date}}まで',
  progress: 'エクスポートの進み具合',
  stop: '停止する',
  download: 'ダウンロード',
  delete: 'アカウントの削除',
  deleteText: '7日後にすべて削除されます。それまではログインでき、取り消せます。',
  goesAccounts: '所有するアカウントが、ボット、ナレッジ、顧客、会話とともに削除されます。',
  goesChannels: '所有するアカウントのチャネルは応答を停止します。',
  goesPerson: 'すべてのチームから抜け、お名前、メールアドレス、画像が消去されます。',
  typeName: '確認のため、ユーザー名「{{name}}」を入力してください',
  deleteAction: '削除する',
  deleteAt: '{{date}}にすべて削除されます',
  keep: '削除を取り消す',
} as const satisfies WordsLike<typeof english.privacy>;
