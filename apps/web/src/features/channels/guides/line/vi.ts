import type { WordsLike } from '../../../../i18n/words.ts';
import type { words as english } from './en.ts';

export const words = {
  links: {
    manager: 'LINE Official Account Manager',
    console: 'LINE Developers console',
  },
  steps: {
    open: {
      title: 'Mở LINE Official Account của bạn',
      items: {
        account: 'Nếu chưa có tài khoản chính thức, hãy tạo một tài khoản (miễn phí):',
        messagingApi: 'Trong phần cài đặt, mục “Messaging API”, hãy bật Messaging API.',
        console: 'Sau đó mở console, chọn provider và kênh Messaging API:',
      },
    },
    copy: {
      title: 'Sao chép hai giá trị',
      text: 'Mỗi giá trị nằm trong một tab của kênh trên LINE Developers console.',
    },
    after: {
      title: 'Sau khi kết nối, chỉnh hai mục tại LINE',
      text: 'Chỉ bạn mới chỉnh được hai mục này. Phần còn lại được làm giúp bạn.',
      items: {
        useWebhook: 'LINE Developers console → tab “Messaging API” → “Use webhook”: bật.',
        autoReply:
          'LINE Official Account Manager → Response settings → “Auto-response messages”: tắt, để chỉ bot của bạn trả lời.',
      },
    },
  },
  fields: {
    channelId: {
      label: 'Channel ID',
      where: 'Tab “Basic settings”, gần đầu trang: chỉ gồm chữ số.',
      shape: 'Chỉ gồm chữ số như ở mục “Channel ID”. Đây không phải mã “@…”.',
      rejected: 'LINE không nhận channel ID này. Hãy kiểm tra mọi giá trị có cùng một kênh không.',
    },
    channelSecret: {
      label: 'Channel secret',
      where: 'Tab “Basic settings”, phía dưới: 32 ký tự.',
      shape: 'Đúng 32 ký tự, 0–9 và a–f. Hãy sao chép lại bằng nút sao chép.',
      rejected: 'LINE không chấp nhận secret này. Nếu đã cấp lại, hãy sao chép giá trị mới.',
    },
    channelAccessToken: {
      label: 'Channel access token',
      where: 'Tab “Messaging API”, cuối trang: bấm “Issue” dưới “Channel access token (long-lived)”.',
      shape: 'Cần toàn bộ token, một dòng dài. Hãy sao chép lại bằng nút sao chép.',
      rejected: 'LINE không chấp nhận token này. Hãy cấp token dài hạn mới trong cùng kênh rồi dán vào.',
    },
    assertionKey: {
      label: 'Khóa ký assertion (khóa riêng tư)',
      where:
        'Phần riêng tư của cặp khóa bạn đã đăng ký ở “Basic settings” → “Assertion Signing Key”, dạng JSON kèm “kid”.',
      shape: 'Cần toàn bộ khóa riêng tư dạng JSON, kèm “kid”.',
      rejected:
        'LINE không chấp nhận khóa này. Hãy kiểm tra phần công khai đã đăng ký trong cùng kênh và “kid” đúng là mã LINE đã cấp.',
    },
  },
  console: {
    title: 'Phác thảo LINE Developers console',
    tabs: { basic: 'Basic settings', api: 'Messaging API' },
    switches: { useWebhook: 'Use webhook' },
  },
  choice: {
    title: 'Quyền truy cập LINE',
    options: {
      automatic: {
        label: 'Không cần sao chép thêm',
        text: 'Token ngắn hạn được xin bằng hai giá trị trên mỗi khi cần.',
      },
      token: {
        label: 'Dùng token dài hạn của tôi',
        text: 'Dành cho tài khoản dùng một token trong nhiều chương trình.',
      },
      key: {
        label: 'Dùng khóa ký assertion',
        text: 'Token có hạn 30 ngày, được ký bằng khóa mà chỉ máy chủ này có.',
      },
    },
  },
  inAppPages: {
    title: 'Mở biểu mẫu trong LINE (LIFF)',
    text: 'Biểu mẫu được gửi sẽ mở ngay trong LINE. LINE xác nhận ai đang trả lời nên thông tin đã biết được điền sẵn.',
    on: 'Mở biểu mẫu trong LINE',
    steps: {
      channel:
        'Trong LINE Developers Console, mở provider của tài khoản chính thức này và tạo một kênh LINE Login tại đó. Phải là cùng một provider: ở provider khác, LINE cấp user ID khác cho bạn bè.',
      app: 'Trong kênh LINE Login, mở thẻ LIFF và thêm một ứng dụng LIFF. Nhập endpoint URL bên dưới, bật scope “openid” và “profile”.',
      publish: 'Công khai (publish) kênh LINE Login, rồi nhập hai ID của kênh vào đây.',
    },
    endpoint: 'Endpoint URL',
    loginChannelId: {
      label: 'Channel ID của kênh LINE Login',
      where: '10 chữ số, ở thẻ Basic settings của kênh LINE Login.',
      shape: 'Vui lòng nhập 10 chữ số của channel ID.',
    },
    liffId: {
      label: 'LIFF ID',
      where: 'Ở thẻ LIFF, ví dụ 1234567890-AbcdEfgh.',
      shape: 'Chỉ nhập LIFF ID, ví dụ 1234567890-AbcdEfgh. Đó là phần cuối của LIFF URL.',
    },
    provider: {
      confirmed: 'Cùng provider với tài khoản chính thức: đã xác nhận',
      doubtful:
        'Tài khoản chính thức này không nhận ra những người đã mở biểu mẫu. Để kiểm tra kênh LINE Login có thuộc cùng provider hay không, bạn hãy tự mở một biểu mẫu trong LINE sau khi đã kết bạn với tài khoản chính thức. Nếu thông báo này vẫn còn, hãy tạo kênh LINE Login trong provider của tài khoản chính thức rồi nhập hai ID của kênh đó vào đây.',
    },
  },
  whatHappens: 'Hanasu kiểm tra các giá trị với LINE, thiết lập webhook và thử.',
  connect: 'Kết nối LINE',
  unreachable: {
    title: 'LINE chưa truy cập được máy chủ này ({{publicUrl}})',
    text: 'LINE gửi tin nhắn qua internet đến một địa chỉ https. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Bạn có thể kết nối ngay, nhưng tin nhắn chỉ đến sau khi làm xong bước này. Kênh dùng thử không cần bước này.',
  },
} as const satisfies WordsLike<typeof english>;
