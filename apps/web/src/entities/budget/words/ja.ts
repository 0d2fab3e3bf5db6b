import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const budgets = {
  title: 'トークン予算',
  open: '予算を開く',
  text: '予算を設定すると、アカウント全体、またはボットやAPIキーの回答が1日または1か月に使えるトークン数と、上限に達したときの動作を決められます。',
  empty: '予算はまだありません',
  emptyText:
    '1日または1か月の上限を決めておくと、アクセスが集中した日もトークンの使いすぎを防げます。上限に達する前に通知が届きます。',
  noneOfTarget: '予算はまだありません',
  account: 'アカウント全体',
  bot: 'ボット：{{name}}',
  key: 'APIキー：{{name}}',
  periods: { day: '1日ごと', month: '1か月ごと' },
  used: '{{spent}} / {{limit}}トークン（{{share}}）',
  facts: {
    day: '1日の予算：{{spent}} / {{limit}}（{{share}}、上限時：{{action}}）',
    month: '1か月の予算：{{spent}} / {{limit}}（{{share}}、上限時：{{action}}）',
  },
  levels: { near: '{{share}}に到達', short: '残りわずか', reached: '上限に到達' },
  attention: 'トークン予算（{{name}}）：{{level}}',
  more_other: 'ほかに{{count}}件の予算があります。',
  startsAgain: '次の期間の開始：{{time}}',
  effects: {
    warns: '{{warning}}に達すると、オーナーと管理者に通知します。',
    warned: 'オーナーと管理者に通知済みです。',
    economyFrom: '{{warning}}に達すると、節約モデルが回答します。',
    economyFromSome: '{{warning}}に達すると、節約モデルのあるボットは節約モデルで回答します。',
    economyNow: '現在、節約モデルが回答しています。',
    economyNowSome: '現在、節約モデルのあるボットは節約モデルで回答しています。',
    economyNowBot: '現在、節約モデルが回答しています。',
    limitWarn: '上限に達しても停止しません。',
    limitBuiltin: '上限に達すると、トークンを使わない内蔵モデルが回答します。',
    limitPause:
      '上限に達するとボットは一時停止し、固定回答のみで応答します。その他の質問は対応待ちになります。',
    limitPauseBot:
      '上限に達するとこのボットは一時停止し、固定回答のみで応答します。その他の質問は対応待ちになります。',
    limitPauseKey: '上限に達すると、このキーでの呼び出しは拒否されます（ステータス429）。',
    reachedWarn: '上限に達しましたが、停止していません。',
    reachedBuiltin: '{{time}}まで内蔵モデルが回答します。',
    reachedPause: '{{time}}まで一時停止中：固定回答のみで応答し、その他の質問は対応待ちになります。',
    reachedPauseKey: '{{time}}まで一時停止中：このキーでの呼び出しは拒否されます（ステータス429）。',
    shortBuiltin: '残りのトークンでは足りない質問があります。その質問には内蔵モデルが回答します。',
    shortPause:
      '残りのトークンでは足りない質問があります。その質問には固定回答のみで応答し、ほかは対応待ちになります。',
    shortPauseKey:
      '残りのトークンでは足りない呼び出しがあります。このキーでのその呼び出しは拒否されます（ステータス429）。',
  },
  precedence: {
    pause: '「{{name}}」の予算が優先され、{{time}}まで一時停止します。',
    builtin: '「{{name}}」の予算が優先され、{{time}}まで内蔵モデルが回答します。',
    cheaper: '「{{name}}」の予算が優先され、節約モデルが回答します。',
    exceptions: '次の対象では、より厳しい予算が優先されます：{{names}}',
  },
  noEconomy: {
    title_other: '使える節約モデルのないボットが{{count}}件あります',
    text: '上限に達するまで元のモデルで回答するため、節約になりません。ボットの「モデル」で節約モデルを選び、公開してください：',
    more_other: 'ほか{{count}}件',
  },
  add: '予算を追加',
  addTitle: '新しい予算',
  added: '予算を追加しました',
  edit: '予算を編集：{{name}}',
  editTitle: '予算を編集',
  for: '予算の対象',
  kinds: { account: 'アカウント全体', bot: 'ボット', key: 'APIキー' },
  which: { bot: '対象のボット', key: '対象のAPIキー' },
  choose: '選択してください',
  none: { bot: 'ボットが見つかりません', key: 'APIキーが見つかりません' },
  period: '期間',
  periodHelp: 'アカウントのタイムゾーン（{{zone}}）の暦日・暦月で区切ります。',
  limit: '上限（トークン）',
  limitHelp:
    'この期間にすでに使ったトークンも含めて数えます。自社のモデルのキーを使う呼び出しはトークンを使わないため、含まれません。',
  usedSoFar: {
    day: '今日の使用量：{{spent}}トークン。',
    month: '今月の使用量：{{spent}}トークン。',
  },
  answerCosts: '1回の回答は約{{tokens}}トークンです。',
  belowAnswer:
    '上限が1回の回答に必要な量（約{{tokens}}トークン）より少ないため、回答が途中で切れたり、回答できなかったりすることがあります。',
  exceeded: {
    title: 'すでに上限に達しています',
    day: '今日はすでに{{spent}}トークンを使っています（上限：{{limit}}）。保存すると、すぐに次のとおりになります。',
    month:
      '今月はすでに{{spent}}トークンを使っています（上限：{{limit}}）。保存すると、すぐに次のとおりになります。',
    save: 'このまま保存',
  },
  action: '予算の動作',
  precedenceHelp:
    '上限に達した予算が1つのボットに複数あるときは、最も厳しい動作（一時停止、内蔵モデル、節約モデルの順）が優先されます。',
  actions: {
    warn: '通知のみ',
    cheaper: '節約モデルに切り替え',
    builtin: '内蔵モデルに切り替え',
    pause: '一時停止',
  },
  actionHelp: {
    warn: 'どの予算でも、{{warning}}と上限に達したときにオーナーと管理者に通知します。停止はしません。',
    cheaper:
      '{{warning}}に達すると各ボットの節約モデルが回答し、上限に達すると一時停止します。節約モデルのないボットは、上限まで元のモデルで回答します。節約モデルはボット編集の「モデル」で選択できます。',
    builtin: '上限に達すると、資料から引用する内蔵モデルが回答します。トークンは使いません。',
    pause: '上限に達すると固定回答のみで応答し、その他の質問は対応待ちになります。',
  },
  exists: {
    day: 'この対象には、1日ごとの予算がすでにあります。その予算を編集するか、別の期間を選択してください。',
    month:
      'この対象には、1か月ごとの予算がすでにあります。その予算を編集するか、別の期間を選択してください。',
  },
  raise: '上限を引き上げる',
  raiseOf: '上限を引き上げる：{{name}}',
  remove: '削除',
  removeOf: '予算を削除：{{name}}',
  removeTitle: {
    day: '「{{name}}」の1日ごとの予算を削除しますか？',
    month: '「{{name}}」の1か月ごとの予算を削除しますか？',
  },
  removeText: '上限はすぐに解除されます。トークン残高は変わりません。',
  removed: '予算を削除しました',
} as const satisfies WordsLike<typeof english.budgets>;
