import type { CustomerWords } from './en.ts';

const named = (shop: string, text: string): string => (shop ? `${shop}です。${text}` : text);

export const japaneseWords: CustomerWords = {
  greetings: {
    friend: (shop) =>
      named(
        shop,
        '友だち追加ありがとうございます。ご質問をこのトークにお送りください。自動応答がお答えし、必要に応じて担当者がご案内します。',
      ),
    follower: (shop) => named(shop, 'フォローありがとうございます。ご質問をこちらにお送りください。'),
    visitor: (shop) => `こんにちは${shop && `、${shop}です`}。どのようなご用件でしょうか。`,
    group: (shop) => named(shop, 'ご質問の際はメンションしてください。'),
  },
  hello: 'こんにちは。ご質問をどうぞ。',
  thanks: 'こちらこそありがとうございます。ほかにもご不明な点がございましたら、お知らせください。',
  bye: 'お問い合わせありがとうございました。またいつでもご連絡ください。',

  notFound: '申し訳ございません。こちらではご案内できませんでした。もう少し詳しくお聞かせいただけますか。',
  notFoundHandedOver: '確認が必要なため、担当者よりこちらにご返信いたします。少々お待ちください。',
  notFoundClosed: '確認が必要なため、{{opensAt}}以降に担当者よりこちらにご返信いたします。',
  unable: '申し訳ございません。ただいまお答えできません。時間をおいてもう一度お試しください。',
  unableHandedOver: 'ただいま自動応答を停止しております。担当者よりこちらにご返信いたします。',
  received: 'メッセージありがとうございます。担当者よりこちらにご返信いたします。',

  handedOver: '担当者におつなぎします。このままお待ちください。',
  closed:
    'ただいま営業時間外です。{{opensAt}}以降に担当者よりご返信いたします。それまでは自動応答でお答えします。',
  closedForHoliday: '{{holiday}}のため休業しております。{{opensAt}}以降に担当者よりご返信いたします。',
  away: 'ただいま担当者が席を外しております。戻り次第、こちらにご返信いたします。',
  givenBack: 'ありがとうございました。ここからは自動応答がお答えします。',
  badRating: 'お役に立てず申し訳ございません。担当者が確認し、こちらにご返信いたします。',
  offerStaff: '担当者と話す',
  offerAssistant: '自動応答に戻る',

  fileReceived: 'ファイルを受け取りました。担当者が確認し、こちらにご返信いたします。',
  pictureReceived: '画像を受け取りました。担当者が確認し、こちらにご返信いたします。',
  voiceReceived: '音声を受け取りました。担当者が確認し、こちらにご返信いたします。',
  locationReceived: '位置情報を受け取りました。担当者よりこちらにご返信いたします。',
  pictureUnread:
    '画像ありがとうございます。自動応答では画像を確認できないため、内容を文章でお知らせいただけますか。',
  voiceUnread: '自動応答では音声を確認できません。文章でお送りいただけますか。',
  unsupported: 'この形式のメッセージは確認できません。文章でお送りいただけますか。',

  lead: 'ご案内は次のとおりです。',
  unsureLead: 'お探しの内容は、こちらでしょうか。',
  bullet: '・',
  source: '出典：',
  sources: '出典：',
  page: (page) => `（${page}ページ）`,
  betweenSources: '／',

  askSatisfaction: '本日の対応はいかがでしたか。1（不満）〜5（満足）からお選びください。',
  thanksForGoodScore: 'ありがとうございます。よろしければ、ひとことお聞かせください。',
  thanksForBadScore: '貴重なご意見をありがとうございます。至らない点を、よろしければお聞かせください。',
  thanksForComment: 'ご意見をいただき、ありがとうございました。',

  /** Forms that are sent in a chat. */
  form: {
    invite: (title: string) => `こちらのフォームにご入力ください：${title}`,
    /** A button; twenty characters at the most fit everywhere. */
    open: 'フォームを開く',
  },

  detailsTitle: 'お客様情報',
  askDetails:
    'お手数ですが、お名前・お電話番号・ご住所をお知らせください。お問い合わせの対応にのみ使用します。',
};
