import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const bot = {
  createTitle: 'ボットを作成',
  create: 'ボットを作成',
  searchLabel: 'ボットを検索',
  edit: '編集',
  editGroup: '編集',
  reports_other: '報告 {{number}}件',
  reportReasons: {
    spam: '宣伝・迷惑行為',
    harmful: '有害・不快な内容',
    wrong: '間違い・誤解を招く内容',
    rights: '他人の権利の侵害',
    other: 'その他',
  },
  states: { draft: '下書き', live: '公開中', changed: '未公開の変更あり', paused: '一時停止中' },
  publish: '公開する',
  resume: '再開する',
  connect: { draft: '公開して接続', paused: '再開して接続' },
  replaceSample: 'サンプルを差し替える',
  allowLinks: {
    why: '{{host}}へのリンクはまだ許可されていないため、アドレスが文字だけで表示されています。',
    allow: 'リンクを許可',
    nextAsk: '{{host}}へのリンクを許可しました。もう一度質問すると、リンクが表示されます。',
    nextPublish: '下書きで {{host}}へのリンクを許可しました。公開すると、お客様にもリンクが届きます。',
    publish: '公開の画面を開く',
    ask: 'もう一度質問する',
  },
  notLive: {
    bot: {
      not_published: 'このボットはまだ公開されていません。お客様に回答できません。',
      paused: 'このボットは一時停止中です。お客様に回答できません。',
    },
    group: {
      not_published: 'このグループには公開中のボットがありません。お客様に回答できません。',
      paused: 'このグループのボットはすべて一時停止中か下書きです。お客様に回答できません。',
    },
  },
} as const satisfies WordsLike<typeof english.bot>;
