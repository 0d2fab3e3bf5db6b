import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const chat = {
  history: 'Các lần trò chuyện trước',
  noHistory: 'Các đoạn chat của bạn với bot này sẽ hiện ở đây.',
  newChat: 'Đoạn chat mới',
  untitled: 'Trò chuyện',
  pageEmpty: 'Hãy hỏi “{{name}}” điều gì đó. Mỗi câu trả lời đều kèm căn cứ.',
  sourcesEmpty: 'Các đoạn làm căn cứ cho câu trả lời mới nhất sẽ hiện ở đây.',
  copyLink: 'Sao chép liên kết',
  searchHistory: 'Tìm đoạn chat',
  nothingFound: 'Không có đoạn chat nào khớp.',
  moreChats: 'Xem thêm',
  menuOf: 'Menu của “{{title}}”',
  rename: 'Đổi tên',
  title: 'Tên',
  deleted: 'Đã xóa “{{title}}”',
  deleteTitle: 'Xóa đoạn chat này?',
  deleteText: '“{{title}}” sẽ bị xóa vĩnh viễn cùng các tệp và liên kết chia sẻ.',
  share: 'Chia sẻ',
  shareTitle: 'Chia sẻ đoạn chat',
  shareText:
    'Ai có liên kết đều đọc được đoạn chat đến lúc này. Nội dung sau đó, chi phí và đoạn trích không được hiển thị.',
  shareNow: 'Đến bây giờ',
  shareUntil: 'Đến {{time}}',
  makeShare: 'Tạo liên kết',
  endShare: 'Ngừng liên kết này',
  sharedBy: 'Đoạn chat với {{name}}, chia sẻ ngày {{date}}',
  shareGone: 'Liên kết này không còn hiệu lực.',
  shareGoneHelp: 'Người chia sẻ đã ngừng liên kết hoặc xóa đoạn chat.',
  sourcePage: '{{title}}, tr. {{page}}',
} as const satisfies WordsLike<typeof english.chat>;
