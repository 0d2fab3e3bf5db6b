import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'ホーム',
  hello: '{{name}}さん、こんにちは',
  purpose: '今すぐ対応が必要なことと、ボットの様子をまとめています。',
  landing: {
    claim: '資料を渡せば、\n受付に立ちます。',
    lead: '料金表、ご案内、よくある質問。お店の資料を読んで、LINE・Zalo・Telegram・Webチャットでお答えします。資料にないことは推測せず、担当者を呼びます。',
    channels: '使えるチャネル',
    web: 'Webチャット',
    ask: '土曜は何時までやっていますか？',
    answer: '土曜は17時までです。',
    source: 'ご案内 2ページ',
    person: 'ここからは、\nわたしが。',
    what: '使い方',
    steps: {
      documents: {
        title: '資料を追加する',
        text: 'PDF、Word、表、WebサイトのURL。そのままの形で読み取ります。',
      },
      tried: {
        title: '試しに質問',
        text: 'お客様の質問を試し、どのページから答えたかをその場で確かめられます。',
      },
      live: {
        title: '公開する',
        text: 'LINE・Zalo・Telegram・Webチャットにつなぐと、昼も夜もお答えします。',
      },
      person: {
        title: '担当者につなぐ',
        text: 'ボットに分からないことは受信箱に届き、担当者が続きを話します。',
      },
    },
    inboxTitle: 'ひとつの受信箱に、ボットと人。',
    inboxText: '緑はボット、柿色は人。だれが答えているか、ひと目で分かります。',
    p1: '資料に書いてあることを',
    p2: 'ボットが、その人の言葉で',
    p3: 'その先は、人が',
    slip: '受付のご案内 2ページ',
    slipText: '月〜金 9:00–19:00、土 9:00–17:00',
    botSays: 'Thứ Bảy mở đến 17 giờ ạ.',
    staffSays: '井上です。16時半でお取りしました。',
    factsTitle: 'はじめる前に',
    cost: '料金は？',
    costText:
      '新しいアカウントには{{tokens}}トークンが無料で付きます（大部分はメールアドレスの確認後）。登録にクレジットカードは要りません。',
    costOpen: '登録は無料で、クレジットカードは要りません。',
    data: 'データはどこに？',
    dataText: '{{place}}に保管されます。',
    dataPrivacy: '保管する内容と期間は、こちらをご覧ください：',
    who: '運営者は？',
    own: 'Hanasuはオープンソースです。自社のサーバーで動かすこともできます。',
    privacyLong: 'プライバシーポリシー',
  },
} as const satisfies WordsLike<typeof english.home>;
