import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const firstSteps = {
  title: '最初の回答まで',
  next: '次のステップ',
  nextUp: '{{done}}/{{total}} 次：{{what}}',
  hide: '最初のステップを隠す',
  done: '完了',
  open: 'これから',
  finished: '最初の回答ができました。次：公式アカウントやWebサイトを接続',
  knowledge: {
    title: '資料を追加',
    text: 'PDFや文章',
    action: '資料を追加',
    act: 'ボットが回答に使う資料を追加しましょう',
    actText:
      '料金表、営業時間、館内案内など。PDF、Word、Excel、テキストに対応しています。まだ誰にも公開されません。',
  },
  bot: {
    title: 'ボットを作成',
    text: '名前だけで完成',
    action: 'ボットを作成',
    act: 'この資料で答えるボットを作成しましょう',
    actText:
      '「{{title}}」の準備ができました（抜粋{{passages}}件）。チャネルを接続するまで、お客様には見えません。',
  },
  publish: {
    action: 'ボットを公開',
    act: '{{bot}}を公開しましょう',
    actText: '下書きのままでは、お客様に回答できません。内容を確認して公開してください。',
  },
  tested: {
    title: '試しに質問',
    text: 'お客様と同じ画面で',
    action: '質問してみる',
    act: '{{bot}}に質問してみましょう',
    actText: 'お客様がしそうな質問を入力してください。回答には出典が付きます。',
  },
  channel: {
    title: 'チャネルを接続',
    text: 'まずシミュレーターで',
    action: 'シミュレーターで試す',
    act: 'お客様と同じように{{bot}}と話してみましょう',
    actText: '画面上のスマートフォンで試せます。キーは不要です。実際のアカウントは、いつでも接続できます。',
  },
  answered: {
    title: '最初の回答',
    text: '友だちとして送信',
    action: '友だちとして送信',
    act: '友だちとして「{{channel}}」に送信しましょう',
    actText: 'メッセージを送ると、チャットと受信箱に回答が届きます。',
  },
  unanswered: {
    action: '回答を資料に追加',
    act: '質問は担当者に届きました',
    actText:
      '「{{question}}」の回答が資料に見つからなかったため、ボットが担当者につなぎました。回答を資料に追加するか、別の質問を試してください。',
    again: '別の質問を試す',
    inbox: '受信箱で開く',
  },
} as const satisfies WordsLike<typeof english.firstSteps>;
