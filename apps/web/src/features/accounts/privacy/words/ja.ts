import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const privacy = {
  export: 'すべてのデータを書き出す',
  exportText:
    'このアカウントのボット、文書と元ファイル、顧客、会話、トークンの履歴をZIPにまとめます。パスワードやキーは含まれません。完成したらメールでお知らせします。',
  exportOwner: '書き出せるのはアカウントのオーナーだけです。',
  startExport: '書き出しを始める',
  statuses: {
    queued: '順番待ち',
    running: '作成中',
    ready: '完成',
    failed: '失敗',
    cancelled: '停止',
  },
  until: '{{date}}まで',
  progress: '書き出しの進み具合',
  stop: '停止する',
  download: 'ダウンロード',
  delete: 'アカウントの削除',
  deleteText: '7日後にすべて削除されます。それまではログインでき、取り消せます。',
  goesAccounts: '所有するアカウントが、ボット、ナレッジ、顧客、会話とともに削除されます。',
  goesChannels: 'そのチャネルは応答しなくなります。',
  goesPerson: 'すべてのチームから抜け、お名前、メールアドレス、画像が消去されます。',
  typeName: '確認のため、ユーザー名 {{name}} を入力してください',
  deleteAction: '削除する',
  deleteAt: '{{date}} にすべて削除されます',
  keep: '削除を取り消す',
} as const satisfies WordsLike<typeof english.privacy>;
