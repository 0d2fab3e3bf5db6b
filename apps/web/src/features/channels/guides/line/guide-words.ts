import type { Locale } from '@hanasu/contract/accounts';
import { useWords } from '../../../../i18n/use-words.ts';
import type { WordsLike } from '../../../../i18n/words.ts';

type GuideWords = WordsLike<typeof en>;

/** The words of this guide, which come with it alone, in the language in use. */
export const useGuideWords = (): GuideWords => WORDS[useWords().locale];

const wordsOf = ({ channelId, channelSecret, channelAccessToken, assertionKey, where }: GuideWords) => ({
  channelId: { label: channelId, where: where.channelId },
  channelSecret: { label: channelSecret, where: where.channelSecret },
  channelAccessToken: { label: channelAccessToken, where: where.channelAccessToken },
  assertionKey: { label: assertionKey, where: where.assertionKey },
});

export const en = {
  manager: 'LINE Official Account Manager',
  console: 'LINE Developers console',
  steps: {
    open: {
      title: 'Open your official account at LINE',
      account: 'If you have no official account yet, create one (free):',
      messagingApi: 'In its settings, under “Messaging API”, switch on the Messaging API.',
      console: 'Then open the console and choose the provider and the Messaging API channel:',
    },
    copy: {
      title: 'Copy two values',
      text: 'Each is on a tab of the channel in the LINE Developers console.',
    },
    answer: { title: 'Choose who answers' },
    after: {
      title: 'After connecting, set two switches at LINE',
      text: 'Only you can set these. Everything else is done for you.',
      useWebhook: 'LINE Developers console → Messaging API tab → “Use webhook”: on.',
      autoReply:
        'LINE Official Account Manager → Response settings → “Auto-response messages”: off, so that only your bot answers.',
    },
  },
  channelId: 'Channel ID',
  channelSecret: 'Channel secret',
  channelAccessToken: 'Channel access token',
  assertionKey: 'Assertion signing key (private key)',
  where: {
    assertionKey:
      'The private half of the key pair you registered under “Basic settings” → “Assertion Signing Key”, as JSON with its “kid”.',
    channelId: 'Tab “Basic settings”, near the top: digits only.',
    channelSecret: 'Tab “Basic settings”, further down: 32 characters.',
    channelAccessToken:
      'Tab “Messaging API”, at the bottom: press “Issue” under “Channel access token (long-lived)”.',
  },
  shape: {
    assertionKey: 'The whole private key as JSON, with its “kid”.',
    channelId: 'Digits only, as shown under “Channel ID”. It is not the “@…” id.',
    channelSecret: 'Exactly 32 characters, 0–9 and a–f. Copy it again with the copy button.',
    channelAccessToken: 'The whole token, one long line. Copy it again with the copy button.',
  },
  rejected: {
    channelId: 'LINE does not know this channel ID. Check that all values are from the same channel.',
    assertionKey:
      'LINE did not accept this key. Check that its public half is registered in the same channel, and that “kid” is the one LINE gave.',
    channelSecret: 'LINE did not accept this secret. If it was issued anew, copy the new one.',
    channelAccessToken:
      'LINE did not accept this token. Issue a new long-lived token in the same channel and paste it.',
  },
  access: {
    title: 'Access to LINE',
    automatic: 'Nothing to copy',
    automaticText: 'Short-lived tokens are asked for with the two values above, whenever they are needed.',
    token: 'My own long-lived token',
    tokenText: 'For accounts that use one token in several programs.',
    key: 'Assertion signing key',
    keyText: 'Tokens of 30 days, signed with a key that only this server has.',
  },
  secretsKept: 'Stored encrypted, and never shown again.',
  show: 'Show or hide',
  namePlaceholder: 'Main shop',
  whatHappens: 'Hanasu checks the values with LINE, sets the webhook and tests it.',
  connect: 'Connect LINE',
  unreachable: {
    title: 'LINE cannot reach this server yet',
    text: 'LINE sends messages over the internet to an https address. Put the server behind a public https address and set PUBLIC_URL to it. You can connect now, but messages arrive only after that. A sandbox channel works without it.',
  },
} as const;

const ja = {
  manager: 'LINE Official Account Manager',
  console: 'LINE Developersコンソール',
  steps: {
    open: {
      title: 'LINE公式アカウントを開く',
      account: 'LINE公式アカウントをお持ちでない場合は、無料で作成できます：',
      messagingApi: '設定の「Messaging API」で、Messaging APIを有効にします。',
      console: 'コンソールを開き、プロバイダーとMessaging APIチャネルを選びます：',
    },
    copy: {
      title: '2つの値をコピーする',
      text: 'いずれもLINE Developersコンソールのチャネル画面にあります。',
    },
    answer: { title: '回答するボットを選ぶ' },
    after: {
      title: '接続後に、LINE側で2つの設定を変更する',
      text: 'この2つはお客様ご自身での設定が必要です。ほかは自動で行います。',
      useWebhook: 'LINE Developersコンソール →「Messaging API設定」タブ →「Webhookの利用」をオン',
      autoReply:
        'LINE Official Account Manager →「応答設定」→「応答メッセージ」をオフ（ボットだけが回答するようになります）',
    },
  },
  channelId: 'チャネルID',
  channelSecret: 'チャネルシークレット',
  channelAccessToken: 'チャネルアクセストークン',
  assertionKey: 'アサーション署名キー（秘密鍵）',
  where: {
    assertionKey:
      '「チャネル基本設定」タブの「アサーション署名キー」に公開鍵を登録した鍵ペアの秘密鍵です。「kid」を含むJSONを貼り付けます。',
    channelId: '「チャネル基本設定」タブの上部にある数字です。',
    channelSecret: '「チャネル基本設定」タブの下の方にある32文字です。',
    channelAccessToken:
      '「Messaging API設定」タブの一番下、「チャネルアクセストークン（長期）」で「発行」を押します。',
  },
  shape: {
    assertionKey: '「kid」を含む秘密鍵全体（JSON）が必要です。',
    channelId: '「チャネルID」に表示されている数字のみを入力してください。「@…」のIDではありません。',
    channelSecret: '0〜9とa〜fの32文字です。コピーボタンでもう一度コピーしてください。',
    channelAccessToken: 'トークン全体（長い1行）が必要です。コピーボタンでもう一度コピーしてください。',
  },
  rejected: {
    channelId: 'このチャネルIDが確認できません。すべての値が同じチャネルのものかご確認ください。',
    assertionKey:
      'この鍵は受け付けられませんでした。公開鍵が同じチャネルに登録されているか、「kid」がLINEの発行したものかご確認ください。',
    channelSecret:
      'このシークレットは受け付けられませんでした。再発行した場合は、新しい値をコピーしてください。',
    channelAccessToken:
      'このトークンは受け付けられませんでした。同じチャネルで長期トークンを発行し直して貼り付けてください。',
  },
  access: {
    title: 'アクセストークンの取得方法',
    automatic: '自動（コピー不要）',
    automaticText: '上の2つの値を使って、必要なときに短期のトークンを取得します。',
    token: '発行済みの長期トークンを使う',
    tokenText: '1つのトークンを複数のプログラムで使っている場合に選びます。',
    key: 'アサーション署名キーを使う',
    keyText: 'このサーバーだけが持つ鍵で署名し、30日間有効なトークンを取得します。',
  },
  secretsKept: '暗号化して保存し、再び表示されることはありません。',
  show: '表示を切り替える',
  namePlaceholder: '本店',
  whatHappens: 'LINEで値を確認し、Webhookを設定してテストします。',
  connect: 'LINEを接続',
  unreachable: {
    title: 'LINEからこのサーバーにまだ接続できません',
    text: 'LINEはインターネット経由でhttpsのURLにメッセージを送ります。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。いま接続することもできますが、メッセージが届くのはその後です。サンドボックスは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof en>;

const vi = {
  manager: 'LINE Official Account Manager',
  console: 'LINE Developers console',
  steps: {
    open: {
      title: 'Mở tài khoản chính thức của bạn trên LINE',
      account: 'Nếu chưa có tài khoản chính thức, hãy tạo một tài khoản (miễn phí):',
      messagingApi: 'Trong phần cài đặt, mục “Messaging API”, hãy bật Messaging API.',
      console: 'Sau đó mở console, chọn provider và kênh Messaging API:',
    },
    copy: {
      title: 'Sao chép hai giá trị',
      text: 'Mỗi giá trị nằm trong một thẻ của kênh trên LINE Developers console.',
    },
    answer: { title: 'Chọn bot trả lời' },
    after: {
      title: 'Sau khi kết nối, chỉnh hai mục tại LINE',
      text: 'Chỉ bạn mới chỉnh được hai mục này. Phần còn lại được làm giúp bạn.',
      useWebhook: 'LINE Developers console → thẻ “Messaging API” → “Use webhook”: bật.',
      autoReply:
        'LINE Official Account Manager → Response settings → “Auto-response messages”: tắt, để chỉ bot của bạn trả lời.',
    },
  },
  channelId: 'Channel ID',
  channelSecret: 'Channel secret',
  channelAccessToken: 'Channel access token',
  assertionKey: 'Khóa ký assertion (khóa riêng tư)',
  where: {
    assertionKey:
      'Phần riêng tư của cặp khóa bạn đã đăng ký ở “Basic settings” → “Assertion Signing Key”, dạng JSON kèm “kid”.',
    channelId: 'Thẻ “Basic settings”, gần đầu trang: chỉ gồm chữ số.',
    channelSecret: 'Thẻ “Basic settings”, phía dưới: 32 ký tự.',
    channelAccessToken:
      'Thẻ “Messaging API”, cuối trang: bấm “Issue” dưới “Channel access token (long-lived)”.',
  },
  shape: {
    assertionKey: 'Cần toàn bộ khóa riêng tư dạng JSON, kèm “kid”.',
    channelId: 'Chỉ gồm chữ số như ở mục “Channel ID”. Đây không phải mã “@…”.',
    channelSecret: 'Đúng 32 ký tự, 0–9 và a–f. Hãy sao chép lại bằng nút sao chép.',
    channelAccessToken: 'Cần toàn bộ token, một dòng dài. Hãy sao chép lại bằng nút sao chép.',
  },
  rejected: {
    channelId: 'LINE không nhận channel ID này. Hãy kiểm tra mọi giá trị có cùng một kênh không.',
    assertionKey:
      'LINE không chấp nhận khóa này. Hãy kiểm tra phần công khai đã đăng ký trong cùng kênh và “kid” đúng là mã LINE đã cấp.',
    channelSecret: 'LINE không chấp nhận secret này. Nếu đã cấp lại, hãy sao chép giá trị mới.',
    channelAccessToken:
      'LINE không chấp nhận token này. Hãy cấp token dài hạn mới trong cùng kênh rồi dán vào.',
  },
  access: {
    title: 'Quyền truy cập LINE',
    automatic: 'Không cần sao chép thêm',
    automaticText: 'Token ngắn hạn được xin bằng hai giá trị trên mỗi khi cần.',
    token: 'Dùng token dài hạn của tôi',
    tokenText: 'Dành cho tài khoản dùng một token trong nhiều chương trình.',
    key: 'Dùng khóa ký assertion',
    keyText: 'Token có hạn 30 ngày, được ký bằng khóa mà chỉ máy chủ này có.',
  },
  secretsKept: 'Được lưu dưới dạng mã hóa và không hiện lại.',
  show: 'Hiện hoặc ẩn',
  namePlaceholder: 'Cửa hàng chính',
  whatHappens: 'Hanasu kiểm tra các giá trị với LINE, thiết lập webhook và thử.',
  connect: 'Kết nối LINE',
  unreachable: {
    title: 'LINE chưa truy cập được máy chủ này',
    text: 'LINE gửi tin nhắn qua internet đến một địa chỉ https. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Bạn có thể kết nối ngay, nhưng tin nhắn chỉ đến sau khi làm xong bước này. Kênh thử nghiệm không cần bước này.',
  },
} as const satisfies WordsLike<typeof en>;

const WORDS: Readonly<Record<Locale, GuideWords>> = { en, ja, vi };

/** Also shown beside the fields when the credentials are changed later. */
export const fieldWords = { en: wordsOf(en), ja: wordsOf(ja), vi: wordsOf(vi) };
