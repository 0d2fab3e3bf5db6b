import type { Locale } from '@hanasu/contract/accounts';
import { useWords } from '../../../../i18n/use-words.ts';
import type { WordsLike } from '../../../../i18n/words.ts';

type GuideWords = WordsLike<typeof en>;

/** The words of this guide, which come with it alone, in the language in use. */
export const useGuideWords = (): GuideWords => WORDS[useWords().locale];

const wordsOf = ({ appId, appSecret, webhookSecret, where }: GuideWords) => ({
  appId: { label: appId, where: where.appId },
  appSecret: { label: appSecret, where: where.appSecret },
  webhookSecret: { label: webhookSecret, where: where.webhookSecret },
});

/** Names in the vendor's console are Vietnamese; both are given, so that they are found on the page. */
export const en = {
  console: 'Zalo for Developers',
  manager: 'Zalo OA Manager',
  open: {
    title: 'Make an app at Zalo',
    account: 'You need a verified official account on a paid package. See it here:',
    create:
      'In the console choose “Thêm ứng dụng mới” (add a new app), name it, and switch it on (“Kích hoạt”):',
    product: 'In the app, under “Official Account”, link the app with your official account.',
    domain: 'Under “Xác thực domain” (domain verification), verify the domain of this server.',
  },
  callback: {
    title: 'Paste the callback address, and tick the permissions',
    text: 'In the app: Official Account → “Thiết lập chung” (general settings) → “Official Account Callback Url”.',
    label: 'Callback address',
    permissions:
      'Tick all permission groups on the same page and save. Changing address or permissions later ends the access, and you would have to connect again.',
  },
  copyFields: {
    title: 'Copy the values of the app',
    text: 'All are on the settings page (“Cài đặt”) of the app in the console.',
  },
  appId: 'App ID (ID ứng dụng)',
  appSecret: 'App secret key (Khóa bí mật)',
  webhookSecret: 'OA Secret Key (optional)',
  where: {
    appId: 'Digits only, at the top of the page.',
    appSecret: 'Press the copy button beside “Khóa bí mật của ứng dụng”.',
    webhookSecret:
      'On the page “Webhook” of the app. It appears there once a webhook address is saved. Leave it empty if it is the same as the secret key.',
  },
  shape: {
    appId: 'Digits only, 10 or more.',
    appSecret: 'Too short. Copy it again with the copy button.',
    webhookSecret: 'Too short. Copy it again, or leave it empty.',
  },
  answer: 'Choose who answers',
  namePlaceholder: 'Main shop',
  after: {
    title: 'When you are back: set the webhook',
    text: 'After you have allowed it, you come back here and see the channel with its webhook address.',
    paste:
      'Console → Webhook → paste the webhook address shown on the channel’s page and save. Zalo calls it at once. All official accounts of this app that you connect here share that address.',
    tick: 'On the same page switch these events on, one by one:',
    filter: 'Leave “syntax filter” (only messages that begin with #) switched off.',
    autoReply: 'In Zalo OA Manager switch automatic replies off, so that only your bot answers.',
  },
  secretsKept: 'Stored encrypted, and never shown again.',
  show: 'Show or hide',
  copy: 'Copy',
  copied: 'Copied',
  whatHappens: 'You go to Zalo, allow it as an admin of the official account, and come back.',
  connect: 'Go on to Zalo',
  unreachable: {
    title: 'Zalo cannot reach this server yet',
    text: 'Zalo accepts only https addresses on a verified domain. Put the server behind a public https address and set PUBLIC_URL to it. A sandbox channel works without it.',
  },
} as const;

export const ja = {
  console: 'Zalo for Developers',
  manager: 'Zalo OA Manager',
  open: {
    title: 'Zaloでアプリを作成する',
    account: '認証済みで有料プランの公式アカウントが必要です。確認はこちら：',
    create:
      'コンソールで「Thêm ứng dụng mới」（アプリを追加）を選び、名前を付けて有効化（「Kích hoạt」）します：',
    product: 'アプリの「Official Account」で、アプリと公式アカウントを連携します。',
    domain: '「Xác thực domain」（ドメイン認証）で、このサーバーのドメインを認証します。',
  },
  callback: {
    title: 'コールバックURLを貼り付け、権限を選ぶ',
    text: 'アプリの「Official Account」→「Thiết lập chung」（共通設定）→「Official Account Callback Url」に貼り付けます。',
    label: 'コールバックURL',
    permissions:
      '同じページで権限をすべて選んで保存します。後からURLや権限を変更すると接続が無効になり、再接続が必要になります。',
  },
  copyFields: {
    title: 'アプリの値をコピーする',
    text: 'いずれもコンソールのアプリ設定ページ（「Cài đặt」）にあります。',
  },
  appId: 'アプリID（ID ứng dụng）',
  appSecret: 'アプリのシークレットキー（Khóa bí mật）',
  webhookSecret: 'OA Secret Key（任意）',
  where: {
    appId: 'ページ上部にある数字です。',
    appSecret: '「Khóa bí mật của ứng dụng」の横のコピーボタンを押します。',
    webhookSecret:
      'アプリの「Webhook」ページにあります。WebhookのURLを保存すると表示されます。シークレットキーと同じ場合は空のままにしてください。',
  },
  shape: {
    appId: '10桁以上の数字のみを入力してください。',
    appSecret: '短すぎます。コピーボタンでもう一度コピーしてください。',
    webhookSecret: '短すぎます。もう一度コピーするか、空のままにしてください。',
  },
  answer: '回答するボットを選ぶ',
  namePlaceholder: '本店',
  after: {
    title: '戻ってきたら、Webhookを設定する',
    text: '許可するとこの画面に戻り、チャネルとWebhookのURLが表示されます。',
    paste:
      'コンソールの「Webhook」に、チャネルのページに表示されるWebhook URLを貼り付けて保存します。Zaloがすぐに確認します。このアプリで接続した公式アカウントはすべて同じURLを使います。',
    tick: '同じページで、次のイベントを1つずつオンにします：',
    filter: '「#」で始まるメッセージだけを受け取るフィルターは、オフのままにしてください。',
    autoReply: 'Zalo OA Managerで自動応答をオフにします（ボットだけが回答するようになります）。',
  },
  secretsKept: '暗号化して保存し、再び表示されることはありません。',
  show: '表示を切り替える',
  copy: 'コピー',
  copied: 'コピーしました',
  whatHappens: 'Zaloに移動し、公式アカウントの管理者として許可すると、ここに戻ります。',
  connect: 'Zaloへ進む',
  unreachable: {
    title: 'Zaloからこのサーバーにまだ接続できません',
    text: 'Zaloが受け付けるのは、認証済みドメインのhttpsのURLだけです。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。サンドボックスは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof en>;

export const vi = {
  console: 'Zalo for Developers',
  manager: 'Zalo OA Manager',
  open: {
    title: 'Tạo ứng dụng trên Zalo',
    account: 'Bạn cần một Official Account đã xác thực và dùng gói trả phí. Xem tại đây:',
    create: 'Trong trang quản lý, chọn “Thêm ứng dụng mới”, đặt tên và bấm “Kích hoạt”:',
    product: 'Trong ứng dụng, mục “Official Account”, hãy liên kết ứng dụng với Official Account của bạn.',
    domain: 'Ở mục “Xác thực domain”, hãy xác thực tên miền của máy chủ này.',
  },
  callback: {
    title: 'Dán địa chỉ callback và chọn các quyền',
    text: 'Trong ứng dụng: Official Account → “Thiết lập chung” → “Official Account Callback Url”.',
    label: 'Địa chỉ callback',
    permissions:
      'Chọn tất cả các nhóm quyền trên cùng trang rồi lưu. Nếu sau này đổi địa chỉ hoặc quyền, quyền truy cập sẽ mất hiệu lực và bạn phải kết nối lại.',
  },
  copyFields: {
    title: 'Sao chép các giá trị của ứng dụng',
    text: 'Tất cả đều nằm ở trang “Cài đặt” của ứng dụng.',
  },
  appId: 'ID ứng dụng',
  appSecret: 'Khóa bí mật của ứng dụng',
  webhookSecret: 'OA Secret Key (không bắt buộc)',
  where: {
    appId: 'Chỉ gồm chữ số, ở đầu trang.',
    appSecret: 'Bấm nút sao chép bên cạnh “Khóa bí mật của ứng dụng”.',
    webhookSecret:
      'Ở trang “Webhook” của ứng dụng; mã này hiện ra sau khi đã lưu địa chỉ webhook. Để trống nếu giống với khóa bí mật.',
  },
  shape: {
    appId: 'Chỉ gồm chữ số, ít nhất 10 chữ số.',
    appSecret: 'Quá ngắn. Hãy sao chép lại bằng nút sao chép.',
    webhookSecret: 'Quá ngắn. Hãy sao chép lại hoặc để trống.',
  },
  answer: 'Chọn bot trả lời',
  namePlaceholder: 'Cửa hàng chính',
  after: {
    title: 'Khi quay lại: thiết lập webhook',
    text: 'Sau khi cho phép, bạn sẽ quay lại đây và thấy kênh cùng địa chỉ webhook của kênh.',
    paste:
      'Trang quản lý → Webhook → dán địa chỉ webhook hiện trên trang của kênh rồi lưu. Zalo sẽ kiểm tra ngay. Mọi Official Account của ứng dụng này được kết nối tại đây dùng chung địa chỉ đó.',
    tick: 'Trên cùng trang, hãy bật lần lượt các sự kiện sau:',
    filter: 'Không bật bộ lọc cú pháp (chỉ nhận tin nhắn bắt đầu bằng #).',
    autoReply: 'Trong Zalo OA Manager, hãy tắt tin nhắn trả lời tự động để chỉ bot của bạn trả lời.',
  },
  secretsKept: 'Được lưu dưới dạng mã hóa và không hiện lại.',
  show: 'Hiện hoặc ẩn',
  copy: 'Sao chép',
  copied: 'Đã sao chép',
  whatHappens: 'Bạn sẽ sang Zalo, cho phép với tư cách quản trị viên của Official Account rồi quay lại.',
  connect: 'Tiếp tục sang Zalo',
  unreachable: {
    title: 'Zalo chưa truy cập được máy chủ này',
    text: 'Zalo chỉ chấp nhận địa chỉ https trên tên miền đã xác thực. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Kênh thử nghiệm không cần bước này.',
  },
} as const satisfies WordsLike<typeof en>;

const WORDS: Readonly<Record<Locale, GuideWords>> = { en, ja, vi };

/** Also shown beside the fields when the credentials are changed later. */
export const fieldWords = { en: wordsOf(en), ja: wordsOf(ja), vi: wordsOf(vi) };
