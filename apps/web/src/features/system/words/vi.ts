import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const outbox = {
  closed: 'Trang này mở bằng liên kết của máy chủ',
  closedHelp:
    'Trên máy đang chạy Hanasu, hãy tìm dòng “Mail is kept and shown at …” mà máy chủ in ra khi khởi động rồi mở liên kết trong đó. Mỗi lần khởi động có một liên kết mới.',
  title: 'Email chưa gửi',
  purpose: 'Email chưa được gửi vì chưa cấu hình máy chủ email. Chỉ xem được trên máy chủ này.',
  list: 'Email',
  empty: 'Chưa có email nào.',
  emptyHelp: 'Khi tạo tài khoản hoặc đặt lại mật khẩu, email lẽ ra được gửi sẽ hiện ở đây.',
  refresh: 'Làm mới',
  back: 'Tất cả email',
  to: 'Đến {{address}}',
  html: 'Như khi gửi',
  text: 'Văn bản thuần',
  content: 'Nội dung email',
} as const satisfies WordsLike<typeof english.outbox>;
