import type { Locale } from '@hanasu/contract/accounts';
import { useWords } from '../../../../i18n/use-words.ts';
import type { WordsLike } from '../../../../i18n/words.ts';

type GuideWords = WordsLike<typeof en>;

/** The words of this guide, which come with it alone, in the language in use. */
export const useGuideWords = (): GuideWords => WORDS[useWords().locale];

const wordsOf = ({ botToken, where }: GuideWords) => ({ botToken: { label: botToken, where } });

/** Commands and buttons of the vendor's own bot are English everywhere. */
export const en = {
  open: {
    title: 'Make a bot at Telegram',
    open: 'In Telegram, open the chat with the bot that makes bots:',
    create:
      'Send it /newbot, choose the name that people see, then a user name that ends in “bot”. You can also take a bot that you have: send /token.',
    groups:
      'For groups: it hears what calls it by its user name and replies to it. Leave /setprivacy on, so that it hears nothing else.',
  },
  copyField: {
    title: 'Copy its token',
    text: 'BotFather answers with a token: digits, a colon, and letters. Whoever has it can speak as your bot.',
  },
  botToken: 'Bot token',
  where: 'In the answer of BotFather, under “Use this token to access the HTTP API”.',
  shape: 'Copy the whole token: digits, a colon, and at least 30 letters.',
  rejected: 'Telegram does not know this token. Copy it again, or send /token to BotFather for a new one.',
  answer: 'Choose who answers',
  namePlaceholder: 'Main shop',
  after: {
    title: 'That is all',
    text: 'The webhook is set for you. Two things you may want to do at BotFather:',
    picture:
      'Give the bot a picture with /setuserpic and a text with /setdescription: people see it before they press Start.',
    elsewhere:
      'A bot can be connected in one place only: a program that had its webhook before receives nothing more.',
  },
  secretsKept: 'Stored encrypted, and never shown again.',
  show: 'Show or hide',
  whatHappens: 'The token is checked with Telegram, then the webhook is set.',
  connect: 'Check and connect',
  unreachable: {
    title: 'Telegram cannot reach this server yet',
    text: 'Telegram accepts only https addresses on port 443, 80, 88 or 8443. Put the server behind a public https address and set PUBLIC_URL to it. A sandbox channel works without it.',
  },
} as const;

export const ja = {
  open: {
    title: 'Telegramでボットを作成する',
    open: 'Telegramで、ボットを作成するための公式ボットとのチャットを開きます：',
    create:
      '「/newbot」と送信し、表示名と、末尾が「bot」のユーザー名を決めます。既存のボットを使う場合は「/token」と送信します。',
    groups:
      'グループでは、ユーザー名で呼ばれたときと、ボットへの返信だけを受け取ります。「/setprivacy」は有効のままにしてください。',
  },
  copyField: {
    title: 'トークンをコピーする',
    text: 'BotFatherからトークン（数字、コロン、英数字）が届きます。トークンを知っている人は、誰でもボットとして発言できます。',
  },
  botToken: 'ボットのトークン',
  where: 'BotFatherの返信の「Use this token to access the HTTP API」の下にあります。',
  shape: 'トークン全体（数字、コロン、30文字以上の英数字）をコピーしてください。',
  rejected:
    'Telegramがこのトークンを認識しませんでした。もう一度コピーするか、BotFatherに「/token」と送信して新しいトークンを取得してください。',
  answer: '回答するボットを選ぶ',
  namePlaceholder: '本店',
  after: {
    title: '設定はこれで完了です',
    text: 'Webhookは自動で設定されます。必要に応じて、次の点もご確認ください。',
    picture:
      'BotFatherの「/setuserpic」で画像を、「/setdescription」で説明文を設定できます。利用者が「開始」を押す前に表示されます。',
    elsewhere:
      'ボットを接続できるのは1か所だけです。以前Webhookを設定していたプログラムには届かなくなります。',
  },
  secretsKept: '暗号化して保存し、再び表示されることはありません。',
  show: '表示を切り替える',
  whatHappens: 'トークンをTelegramに確認してから、Webhookを設定します。',
  connect: '確認して接続する',
  unreachable: {
    title: 'Telegramからこのサーバーにまだ接続できません',
    text: 'Telegramが受け付けるのは、ポート443、80、88、8443のhttpsのURLだけです。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。サンドボックスは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof en>;

export const vi = {
  open: {
    title: 'Tạo bot trên Telegram',
    open: 'Trong Telegram, hãy mở cuộc trò chuyện với bot chuyên tạo bot:',
    create:
      'Gửi /newbot, chọn tên hiển thị rồi chọn tên người dùng kết thúc bằng “bot”. Nếu đã có bot, hãy gửi /token.',
    groups:
      'Trong nhóm, bot chỉ nhận tin nhắn gọi đúng tên người dùng của bot và tin trả lời bot. Hãy giữ /setprivacy ở trạng thái bật.',
  },
  copyField: {
    title: 'Sao chép token của bot',
    text: 'BotFather sẽ gửi lại một token gồm chữ số, dấu hai chấm và chữ cái. Ai có token này đều có thể nhắn tin với tư cách bot của bạn.',
  },
  botToken: 'Token của bot',
  where: 'Trong tin nhắn của BotFather, dưới dòng “Use this token to access the HTTP API”.',
  shape: 'Hãy sao chép toàn bộ token: chữ số, dấu hai chấm và ít nhất 30 ký tự.',
  rejected:
    'Telegram không nhận ra token này. Hãy sao chép lại hoặc gửi /token cho BotFather để lấy token mới.',
  answer: 'Chọn bot trả lời',
  namePlaceholder: 'Cửa hàng chính',
  after: {
    title: 'Vậy là xong',
    text: 'Webhook được thiết lập tự động. Bạn có thể lưu ý thêm hai điều sau:',
    picture:
      'Dùng /setuserpic để đặt ảnh và /setdescription để đặt lời giới thiệu: mọi người sẽ thấy trước khi bấm nút Bắt đầu.',
    elsewhere:
      'Mỗi bot chỉ kết nối được ở một nơi: chương trình từng dùng webhook của bot này sẽ không nhận được tin nữa.',
  },
  secretsKept: 'Được lưu dưới dạng mã hóa và không hiện lại.',
  show: 'Hiện hoặc ẩn',
  whatHappens: 'Token được kiểm tra với Telegram, sau đó webhook được thiết lập.',
  connect: 'Kiểm tra và kết nối',
  unreachable: {
    title: 'Telegram chưa truy cập được máy chủ này',
    text: 'Telegram chỉ chấp nhận địa chỉ https ở cổng 443, 80, 88 hoặc 8443. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Kênh thử nghiệm không cần bước này.',
  },
} as const satisfies WordsLike<typeof en>;

const WORDS: Readonly<Record<Locale, GuideWords>> = { en, ja, vi };

/** Also shown beside the fields when the credentials are changed later. */
export const fieldWords = { en: wordsOf(en), ja: wordsOf(ja), vi: wordsOf(vi) };
