import type { CustomerWords } from './en.ts';

const WEEKDAYS = '日月火水木金土';

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
  notFoundHandedOver: '確認が必要なため、担当者よりこちらにご返信いたします。',
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
  notOffered: '申し訳ございません。こちらは現在ご利用いただけません。ご用件を文章でお送りください。',
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

  unsubscribed: (word) =>
    `お知らせの配信を停止しました。ご質問にはこれまでどおりお答えします。再開するには「${word}」とお送りください。`,
  subscribed: 'ありがとうございます。お知らせの配信を再開しました。',

  form: {
    invite: (title) => `こちらのフォームにご入力ください：${title}`,
    open: 'フォームを開く',
    send: '送信する',
    change: '修正する',
    back: '戻る',
    skip: 'スキップ',
    later: 'あとで',
    cancel: 'キャンセル',
    continue: '続ける',
    yes: 'はい',
    no: 'いいえ',
    agree: '同意する',
    pickDay: '日付を選ぶ',
    pickTime: '時刻を選ぶ',
    dayButton: (month, day, weekday) => `${month}/${day}（${WEEKDAYS[weekday]}）`,
    dayNamed: (day, weekday) => `${day}（${WEEKDAYS[weekday]}）`,
    clock: (hour, minute) =>
      `${hour < 12 ? '午前' : '午後'}${hour % 12}時${minute === 0 ? '' : `${minute}分`}`,
    start: (minutes) =>
      `いくつか質問させていただきます（約${minutes}分）。途中でやめる場合は「キャンセル」をお選びください。`,
    filled: (answers) => `お伺いした内容を入力しました：\n${answers}`,
    tried: (begun) =>
      `テスト：お客様とのチャットでは、ここからフォームが始まります。内容は保存されません。\n\n${begun}`,
    question: (number, of, question) => `${number}/${of}　${question}`,
    day: (year, month, day) => `${year}/${month}/${day}`,
    oneOf: 'ボタンからお選びいただくか、番号をご入力ください。',
    noSlots: '現在ご予約いただける日時がありません。',
    several: '複数選択できます。番号をご入力ください（例：1、3）。',
    scale: (from, to) => `${from}から${to}の中からお選びください。`,
    dayHint: (example) => `日付をご入力ください（例：${example}）。`,
    timeHint: '例：14:30、午後2時半',
    addressHint: '郵便番号とご住所を入力してください。',
    files: (url) => `ファイルはこちらのページからお送りください。フォーム全体もご入力いただけます：${url}`,
    sendFiles: (most) =>
      most === 1
        ? '写真またはPDFをこちらにお送りください（10MBまで）。'
        : `写真またはPDFをこちらにお送りください（${most}点まで、1点10MBまで）。`,
    sendPictures: (most) =>
      most === 1
        ? '写真をこちらにお送りください（10MBまで）。'
        : `写真をこちらにお送りください（${most}枚まで、1枚10MBまで）。`,
    fileCount: (count) => `ファイル${count}点`,
    fileDone: '完了',
    fileThanks: '受け取りました。ありがとうございます。',
    filesSoFar: (count, most) =>
      `${count}点受け取りました（${most}点まで）。続けてお送りいただくか、「完了」をお選びください。`,
    fileReceiving: 'ファイルを受信しています。少々お待ちください。',
    fileType: 'お送りいただけるのは、写真（JPEG・PNG・WebP・HEIC）とPDFのみです。',
    pictureType: 'お送りいただけるのは、写真（JPEG・PNG・WebP・HEIC）のみです。',
    fileTooLarge: 'ファイルが10MBを超えています。10MB以内のものをお送りください。',
    fileInfected: 'ファイルからウイルスが見つかったため、受け取れませんでした。',
    fileTooMany: (most) => `こちらでお受け取りできるのは${most}点までです。残りは保存されていません。`,
    fileExtra: 'フォームのファイルはすでに受け取っているため、こちらは追加されていません。',
    fileNotHere: (url) =>
      `ファイルを受け取れませんでした。もう一度お送りいただくか、こちらのページをご利用ください：${url}`,
    fileEmpty: '中身のないファイルのようです。別のファイルをお送りください。',
    fileFull: 'ただいま保存容量に空きがなく、ファイルを受け取れません。ファイルなしで続けていただけます。',
    fileUnchecked: 'ただいまファイルの安全を確認できません。数分後にもう一度お送りください。',
    required: 'こちらは必須項目です。ご回答をお願いいたします。',
    notOption: 'ボタンからお選びください。',
    notDay: (example) => `日付を入力してください（例：${example}）。`,
    dayFrom: (from, example) => `${from}以降の日付を入力してください（例：${example}）。`,
    dayUntil: (until) => `${until}までの日付を入力してください。`,
    notTime: '「14時30分」「午後2時半」のように入力してください。',
    whichHalf: (morning, afternoon) => `${morning}と${afternoon}のどちらでしょうか。`,
    understood: (answer) => `${answer}ですね。`,
    onPage: (url) => `こちらのページからもご入力いただけます：${url}`,
    called:
      'うまく読み取れず申し訳ございません。担当者がこちらでご案内します。ここまでのご回答は保存されています。続きを入力される場合は「続ける」をお選びください。',
    notNumber: '桁区切りのない数字を入力してください（例：1500）。',
    notWhole: '整数を入力してください。',
    least: (least) => `${least}以上の数字を入力してください。`,
    most: (most) => `${most}以下の数字を入力してください。`,
    between: (least, most) => `${least}〜${most}の数字を入力してください。`,
    email: 'メールアドレスをご確認ください。',
    phone: 'お電話番号をご確認ください。',
    tooLong: (most) => `${most}文字以内で入力してください。`,
    pattern: '入力内容をご確認ください。',
    tooMuch: 'ご回答全体が長すぎます。こちらの回答を短くしてお送りください。',
    tooFew: (least) => `${least}つ以上お選びください。`,
    tooMany: (most) => `${most}つまでお選びいただけます。`,
    slotTaken: 'その日時は先ほど埋まってしまいました。別の日時をお選びください。',
    slotOver: 'その日時はすでに過ぎています。別の日時をお選びください。',
    notAgreed: '続けるには同意が必要です。',
    confirm: (summary) => `以下の内容でよろしいでしょうか。\n${summary}`,
    changeWhich: '修正する項目の番号をご入力ください。',
    done: '受け付けました。ありがとうございます。担当者よりこちらにご返信いたします。',
    cancelled: 'キャンセルしました。内容は保存されていません。',
    paused: 'ご回答は7日間保存されます。再開する場合は「続ける」とお送りください。',
    closed: 'このフォームの受付は終了しました。',
    answered: 'このフォームにはすでにご回答いただいています。ありがとうございます。',
    tooOften:
      '1時間以内の送信回数が多いため、受け付けできませんでした。ご回答は保存されています。しばらくしてからもう一度お試しください。',
    over: 'そのご質問の受付は終了しています。',
    changed: (question, answer) => `変更しました：${question} → ${answer}`,
  },

  detailsTitle: 'お客様情報',
  askDetails:
    'お手数ですが、お名前・お電話番号・ご住所をお知らせください。お問い合わせの対応にのみ使用します。',
};
