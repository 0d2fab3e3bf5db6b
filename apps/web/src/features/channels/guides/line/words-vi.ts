import type { WordsLike } from '../../../../i18n/words.ts';
import type { en } from './words-en.ts';

export const vi = {
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
