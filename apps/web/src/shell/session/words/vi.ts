import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const session = {
  signIn: 'Đăng nhập',
  registerPurpose: 'Chỉ khoảng 10 phút là có câu trả lời đầu tiên. Không cần thẻ thanh toán hay API key.',
  register: 'Tạo tài khoản',
  password: 'Mật khẩu',
  showPassword: 'Hiện mật khẩu',
  confirm: {
    sentAgain: 'Đã gửi lại đến {{email}}.',
    title: 'Xác nhận địa chỉ email',
    first: 'Thao tác này cần địa chỉ email đã xác nhận. Hãy mở liên kết trong email đã gửi đến {{email}}.',
    again: 'Gửi lại',
    onItsWay: 'Email đang được gửi đi.',
  },
  deletion: {
    title: 'Tài khoản sắp bị xóa',
    banner: 'Tài khoản của bạn sẽ bị xóa vào {{date}}.',
    keep: 'Giữ lại',
    kept: 'Tài khoản của bạn được giữ lại.',
  },
  found: {
    title: 'Những gì đã có trong tài khoản này',
    ended:
      'Bạn đã chứng minh địa chỉ là của mình mà không dùng mật khẩu, nên có thể người khác đã dùng tài khoản này. Mọi thiết bị đã bị đăng xuất; mật khẩu, passkey, xác thực hai bước, API key, webhook, lời mời và các thành viên khác đã bị gỡ bỏ.',
    look: 'Những mục sau vẫn còn. Hãy xem lại và xóa những gì không phải của bạn:',
    nothing: 'Không có bot, kênh hay công cụ nào.',
    bots: 'Bot',
    channels: 'Kênh',
    tools: 'Công cụ mà bot dùng',
    read: 'Đã hiểu',
  },
  pitch: {
    title: 'Bot trả lời từ chính tài liệu của bạn.',
    documents: 'Chỉ cần một tệp PDF. Bot trả lời kèm trang nguồn.',
    channels: 'Trên ứng dụng nhắn tin và website, bằng ngôn ngữ của khách.',
    handover: 'Khi không chắc, bot báo ngay và chuyển cho nhân viên.',
  },
  toOutbox: 'Mở danh sách email chưa gửi',
  outboxWhere:
    'Máy chủ này chưa gửi email. Để đọc email chưa gửi, hãy mở liên kết mà máy chủ in ra khi khởi động.',
} as const satisfies WordsLike<typeof english.session>;
