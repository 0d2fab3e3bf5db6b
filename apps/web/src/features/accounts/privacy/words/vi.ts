import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const privacy = {
  export: 'Xuất toàn bộ dữ liệu',
  exportText:
    'Một tệp zip gồm mọi thứ của tài khoản: bot, tài liệu kèm tệp gốc, khách hàng, hội thoại, token. Không có mật khẩu hay khóa. Chúng tôi gửi email khi xong.',
  exportOwner: 'Chỉ chủ sở hữu tài khoản mới xuất được dữ liệu.',
  startExport: 'Bắt đầu xuất',
  statuses: {
    queued: 'Đang chờ',
    running: 'Đang tạo',
    ready: 'Đã xong',
    failed: 'Thất bại',
    cancelled: 'Đã dừng',
  },
  until: 'đến {{date}}',
  progress: 'Tiến độ xuất dữ liệu',
  stop: 'Dừng',
  download: 'Tải xuống',
  delete: 'Xóa tài khoản của bạn',
  deleteText: 'Sau bảy ngày mọi thứ sẽ bị xóa. Cho đến lúc đó bạn vẫn đăng nhập và đổi ý được.',
  goesAccounts: 'Các tài khoản bạn sở hữu bị xóa cùng bot, tri thức, khách hàng và hội thoại.',
  goesChannels: 'Các kênh của chúng ngừng trả lời.',
  goesPerson: 'Bạn rời mọi nhóm; tên, địa chỉ và ảnh của bạn bị xóa.',
  typeName: 'Nhập tên người dùng của bạn, {{name}}, để xác nhận',
  deleteAction: 'Xóa tài khoản',
  deleteAt: 'Mọi thứ sẽ bị xóa vào {{date}}',
  keep: 'Giữ lại tài khoản',
} as const satisfies WordsLike<typeof english.privacy>;
