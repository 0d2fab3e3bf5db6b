import type { WordsLike } from '../../../../i18n/words.ts';
import type { words as english } from './en.ts';

export const words = {
  links: {
    botFather: '@BotFather',
  },
  steps: {
    open: {
      title: 'Tạo bot trên Telegram',
      items: {
        open: 'Trong Telegram, hãy mở cuộc trò chuyện với bot chuyên tạo bot:',
        create:
          'Gửi /newbot, chọn tên hiển thị rồi chọn tên người dùng kết thúc bằng “bot”. Nếu đã có bot, hãy gửi /token.',
        groups:
          'Trong nhóm, bot chỉ nhận tin nhắn gọi đúng tên người dùng của bot và tin trả lời bot. Hãy giữ /setprivacy ở trạng thái bật.',
      },
    },
    copy: {
      title: 'Sao chép token của bot',
      text: 'BotFather sẽ gửi lại một token gồm chữ số, dấu hai chấm và chữ cái. Ai có token này đều có thể nhắn tin với tư cách bot của bạn.',
    },
    after: {
      title: 'Vậy là xong',
      text: 'Webhook được thiết lập tự động. Bạn có thể lưu ý thêm hai điều sau:',
      items: {
        picture:
          'Dùng /setuserpic để đặt ảnh và /setdescription để đặt lời giới thiệu: mọi người sẽ thấy trước khi bấm nút Bắt đầu.',
        elsewhere:
          'Mỗi bot chỉ kết nối được ở một nơi: chương trình từng dùng webhook của bot này sẽ không nhận được tin nữa.',
      },
    },
  },
  fields: {
    botToken: {
      label: 'Token của bot',
      where: 'Trong tin nhắn của BotFather, dưới dòng “Use this token to access the HTTP API”.',
      shape: 'Hãy sao chép toàn bộ token: chữ số, dấu hai chấm và ít nhất 30 ký tự.',
      rejected:
        'Telegram không nhận ra token này. Hãy sao chép lại hoặc gửi /token cho BotFather để lấy token mới.',
    },
  },
  whatHappens: 'Token được kiểm tra với Telegram, sau đó webhook được thiết lập.',
  connect: 'Kiểm tra và kết nối',
  unreachable: {
    title: 'Telegram chưa truy cập được máy chủ này',
    text: 'Telegram chỉ chấp nhận địa chỉ https ở cổng 443, 80, 88 hoặc 8443. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Kênh dùng thử không cần bước này.',
  },
} as const satisfies WordsLike<typeof english>;
