import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'ホーム',
  hello: '{{name}}さん、こんにちは',
  purpose: '今すぐ対応が必要なことと、ボットの様子をまとめています。',
  steps: {
    title: '最初の回答までの流れ',
    progress: '{{total}}つのうち{{done}}つ完了',
    knowledge: {
      title: 'ナレッジを追加する',
      text: 'ボットが回答に使うPDFや文章を登録します。',
      action: '追加する',
    },
    bot: { title: 'ボットを作成', text: '名前を決めて、使うナレッジを選びます。', action: '作成する' },
    tested: {
      title: '試してみる',
      text: 'お客様がしそうな質問をして、出典を確かめます。',
      action: '試す',
    },
    channel: {
      title: 'チャネルを接続する',
      text: 'お試しチャネルなら、APIキーなしですぐに使えます。',
      action: '接続する',
    },
    answered: {
      title: '最初のメッセージに回答',
      text: 'お客様として書き込み、回答が届くのを確認します。',
      action: '確認する',
    },
    done: '完了',
    open: 'これから',
  },
  attention: {
    title: '対応が必要なこと',
    nothing: '対応が必要なものはありません。',
    waiting_other: '{{count}}件の会話が担当者を待っています',
    failedDocuments_other: '{{count}}件の資料を読み取れませんでした',
    brokenChannels_other: '{{count}}件のチャネルに確認が必要です',
    unconfirmedDeliveries_other: '{{count}}件のメッセージが届いたか確認できません',
    failedDeliveries_other: '{{count}}件のメッセージが届いていません',
    lowBalance: 'トークンの残りが少なくなっています',
    disk: {
      low: 'サーバーのディスクの空きが少なくなっています。サーバー管理者に連絡してください。',
      full: 'サーバーのディスクがいっぱいです。ファイルは保存できませんが、メッセージは届きます。サーバー管理者に連絡してください。',
    },
    lowStorage: 'ファイル容量の残りが少なくなっています',
  },
  numbers: {
    title: '過去7日間',
    conversations: '会話',
    answered: 'ボットが回答',
    notFound: '回答が見つからず',
    handedOver: '担当者へ引き継ぎ',
    tokens: '使用トークン',
  },
  landing: {
    claim: '自社の資料をもとに答えるチャットボット',
    lead: 'PDFを渡すだけで、根拠のページを添えて、お客様の言葉でLINEやZaloでお答えします。分からないときは分からないと伝え、担当者につなぎます。',
    what: 'Hanasuでできること',
    documents: {
      title: '推測ではなく、資料から',
      text: 'PDFやテキストをナレッジとして登録できます。回答には、見つけたページを示せます。',
    },
    channels: {
      title: 'お客様がいつも使う場所で',
      text: 'チャットのアカウントは、案内に沿って接続できます。先にシミュレーターの画面で試すこともできます。',
    },
    staff: {
      title: '必要なときは人が対応',
      text: 'すべての会話が1つの受信箱に届きます。担当者が引き継いで返信し、またボットに戻せます。',
    },
    yours: {
      title: '自社のサーバーで運用',
      text: 'コマンド1つで自社のサーバーで起動します。言語モデルは自由に選べ、内蔵のモデルも使えます。',
    },
  },
} as const satisfies WordsLike<typeof english.home>;
