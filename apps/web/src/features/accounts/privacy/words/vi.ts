import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const privacy = {
  export: 'Xuất toàn bộ dữ liệu',
  exportText:
    'Tệp zip gồm toàn bộ dữ liệu tài khoản: bot, tài liệu kèm tệp gốc, khách hàng, hội thoại và lịch sử token. Không bao gồm mật khẩu và API key. Chúng tôi sẽ gửi email khi tệp sẵn sàng.',
  exportOwner: 'Chỉ chủ sở hữu tài khoản mới xuất được dữ liệu.',
  startExport: 'Bắt đầu xuất',
  statuses: {
    queued: 'Đang chờ',
    running: 'Đang tạo',
    ready: 'Đã xong',
    failed: 'Lỗi',
    cancelled: 'Đã dừng',
  },
  until: 'đến {{date}}',
  progress: 'Tiến độ xuất dữ liệu',
  stop: 'Dừng',
  download: 'Tải xuống',
  delete: 'Xóa tài khoản của bạn',
  deleteText:
    'Toàn bộ dữ liệu sẽ bị xóa sau 7 ngày. Trong thời gian đó bạn vẫn đăng nhập và hủy yêu cầu được.',
  goesAccounts: 'Các tài khoản bạn sở hữu bị xóa cùng bot, kho kiến thức, khách hàng và hội thoại.',
  goesChannels: 'Các kênh của những tài khoản này sẽ ngừng trả lời.',
  goesPerson: 'Bạn rời mọi nhóm làm việc; tên, email và ảnh của bạn bị xóa.',
  typeName: 'Nhập tên đăng nhập của bạn, {{name}}, để xác nhận',
  deleteAction: 'Xóa tài khoản',
  deleteAt: 'Mọi thứ sẽ bị xóa vào {{date}}',
  keep: 'Giữ lại tài khoản',
} as const satisfies WordsLike<typeof english.privacy>;
