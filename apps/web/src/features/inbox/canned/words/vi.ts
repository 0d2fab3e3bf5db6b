import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const canned = {
  listLabel: 'Tin nhắn mẫu',
  nothing: 'Không có tin nhắn mẫu nào khớp “{{query}}”.',
  none: 'Chưa có tin nhắn mẫu.',
  manage: 'Quản lý tin nhắn mẫu',
  title: 'Tin nhắn mẫu',
  lead: 'Những tin nhắn bạn hay dùng. Khi đang viết, gõ / và mã gọi nhanh để chèn.',
  add: 'Thêm tin nhắn mẫu',
  search: 'Tìm tin nhắn mẫu',
  shortcut: 'Mã gọi nhanh',
  shortcutHelp: 'Chữ, số, _ và -. Gõ sau dấu /.',
  shortcutWrong: 'Chỉ gồm chữ, số, _ và -, tối đa 40 ký tự.',
  titleField: 'Tiêu đề',
  says: 'Nội dung trả lời',
  text: 'Nội dung',
  textHelp: 'Các biến được điền tự động: {{list}}',
  uses_other: 'đã dùng {{count}} lần',
  edit: 'Sửa {{title}}',
  remove: 'Xóa {{title}}',
  removed: 'Đã xóa “{{title}}”',
  undo: 'Hoàn tác',
  emptyTitle: 'Lưu các câu trả lời thường dùng',
  emptyText:
    'Giờ mở cửa, đường đến cửa hàng, cách hủy: chỉ cần gõ / là có ngay trong ô soạn, kèm tên của khách.',
  back: 'Về hộp thư',
} as const satisfies WordsLike<typeof english.canned>;
