import type { line as english } from '../en/line.ts';
import type { WordsLike } from '../words.ts';

export const line = {
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
      title: 'Sao chép ba giá trị',
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
  where: {
    channelId: 'Thẻ “Basic settings”, gần đầu trang: chỉ gồm chữ số.',
    channelSecret: 'Thẻ “Basic settings”, phía dưới: 32 ký tự.',
    channelAccessToken:
      'Thẻ “Messaging API”, cuối trang: bấm “Issue” dưới “Channel access token (long-lived)”.',
  },
  shape: {
    channelId: 'Chỉ gồm chữ số như ở mục “Channel ID”. Đây không phải mã “@…”.',
    channelSecret: 'Đúng 32 ký tự, 0–9 và a–f. Hãy sao chép lại bằng nút sao chép.',
    channelAccessToken: 'Cần toàn bộ token, một dòng dài. Hãy sao chép lại bằng nút sao chép.',
  },
  rejected: {
    channelId:
      'LINE không nhận channel ID này cùng với token này. Hãy kiểm tra cả ba giá trị có cùng một kênh không.',
    channelSecret: 'LINE không chấp nhận secret này. Nếu đã cấp lại, hãy sao chép giá trị mới.',
    channelAccessToken:
      'LINE không chấp nhận token này. Hãy cấp token dài hạn mới trong cùng kênh rồi dán vào.',
  },
  secretsKept: 'Được lưu dưới dạng mã hóa và không hiện lại.',
  show: 'Hiện hoặc ẩn',
  namePlaceholder: 'Cửa hàng chính',
  whatHappens: 'Hanasu kiểm tra các giá trị với LINE, thiết lập webhook và thử.',
  connect: 'Kết nối LINE',
  unreachable: {
    title: 'LINE chưa truy cập được máy chủ này ({{url}})',
    text: 'LINE gửi tin nhắn qua internet đến một địa chỉ https. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Bạn có thể kết nối ngay, nhưng tin nhắn chỉ đến sau khi làm xong bước này. Kênh thử nghiệm không cần bước này.',
  },
} as const satisfies WordsLike<typeof english>;
