import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const connections = {
  n8n: 'n8n',
  n8nText: 'お使いのn8nのワークフローをボットが実行し、その結果をもとに回答します。',
  adminsOnly:
    'この接続を確認・変更できるのは、オーナーと管理者だけです。変更が必要な場合は依頼してください。',
  connected: '接続済み',
  checked: '確認：{{when}}',
  changedBy: '変更：{{name}}',
  keySteps: {
    title: 'APIキーの用意',
    open: 'n8nで「Settings」→「n8n API」を開きます。',
    create: 'APIキーを作成します。スコープの選択が必要な場合は「{{scope}}」だけで十分です。',
    paste: '表示されたキーをその場でコピーし、下の欄に貼り付けます。',
  },
  baseUrl: 'n8nのアドレス',
  baseUrlHelp: 'n8nを開くときのアドレスです。',
  baseUrlPlaceholder: 'https://n8n.example.com',
  webhookBaseUrl: 'Webhook用のアドレス（異なる場合のみ）',
  webhookBaseUrlHelp: 'n8nでWebhook用に別のアドレス（{{setting}}）を設定している場合だけ入力します。',
  webhookBaseUrlPlaceholder: '上と同じ',
  addressWrong: 'https://n8n.example.com のような完全なアドレスを入力してください。',
  addressNotAllowed:
    '社内ネットワークなどのアドレスです。サーバー管理者が設定 ALLOW_PRIVATE_HOSTS で許可すると接続できます。',
  apiKey: 'n8nのAPIキー',
  apiKeyHelp: '暗号化して保存し、二度と表示しません。',
  keyStored: '末尾が{{ending}}のキーを保存しています。',
  replaceKey: '変更する',
  keyAgain: '別のアドレスです。そのアドレスのn8nのAPIキーを入力してください。',
  openKeys: 'n8nのAPIキーの画面を開く',
  connect: '接続する',
  checkNote: '保存の前にn8nを一度呼び出し、アドレスとキーを確認します。',
  saved: 'n8nに接続しました',
  tooOften: '接続の確認回数が上限に達しました。1時間後にもう一度お試しください。',
  disconnect: '接続を解除',
  disconnectTitle: 'n8nとの接続を解除しますか？',
  disconnectText: '{{host}}のAPIキーを削除します。',
  disconnectTools_one:
    'ワークフローを実行するボットのツールが{{count}}個あります。ツールは残りますが、再接続するまで実行できません。',
  disconnectTools_other:
    'ワークフローを実行するボットのツールが{{count}}個あります。ツールは残りますが、再接続するまで実行できません。',
  disconnected: 'n8nとの接続を解除しました',
  workflows: 'ボットが使えるワークフロー',
  workflowsText:
    'いまボットが実行できるワークフローです。n8nでの変更は1分以内に、「更新」を押すとすぐに反映されます。',
  workflowsLater: 'n8nに接続すると、ボットが実行できるワークフローがここに表示されます。',
  noWorkflows: '使えるワークフローはまだありません。',
  count_one: 'ワークフロー{{count}}件',
  count_other: 'ワークフロー{{count}}件',
  reload: '更新',
  updated: '更新：{{when}}',
  triggers: { webhook: 'Webhook', chat: 'チャット' },
  open: 'n8nで開く',
  openWorkflow: 'n8nで開く：{{name}}',
  offerSteps: {
    title: 'ワークフローを使えるようにするには',
    trigger: 'Webhookノード、または公開設定にしたChat Triggerでワークフローを始めます。',
    tag: 'タグ「{{tag}}」を付けます。',
    publish: '公開（Publish）します。以前のバージョンでは「Active」をオンにします。',
    add: 'ボットの「ツール」タブで「n8nのワークフローを実行」を追加します。',
  },
} as const satisfies WordsLike<typeof english.connections>;
