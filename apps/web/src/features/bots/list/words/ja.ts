import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botList = {
  channels_other: '{{count}}チャネル',
  channel: '{{name}}（{{kind}}）',
  facts: '{{model}}・{{knowledge}}',
  sample_other: 'サンプルの内容が{{count}}か所残っています',
  today: '件の会話（今日）',
  alone: 'ボットだけで完了 {{share}}',
  week: '直近7日間の会話数：{{counts}}',
  unseen: 'お客様にはまだ表示されません',
  continue: '続ける',
  filter: '状態',
  all: 'すべて {{count}}',
  in: { live: '公開中 {{count}}', paused: '一時停止中 {{count}}', draft: '下書き {{count}}' },
  sort: '並び順',
  sorts: { busy: '会話が多い順', new: '新しい順', name: '名前順' },
  noneInState: 'この状態のボットはありません。',
} as const satisfies WordsLike<typeof english.botList>;
