import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const chat = {
  history: 'Các lần trò chuyện trước',
  noHistory: 'Các cuộc trò chuyện của bạn với bot này sẽ hiện ở đây.',
  newChat: 'Cuộc trò chuyện mới',
  untitled: 'Trò chuyện',
  pageEmpty: 'Hãy hỏi “{{name}}” điều gì đó. Mỗi câu trả lời đều kèm căn cứ.',
  sourcesEmpty: 'Các đoạn làm căn cứ cho câu trả lời mới nhất sẽ hiện ở đây.',
  copyLink: 'Sao chép liên kết',
  searchHistory: 'Tìm cuộc trò chuyện',
  nothingFound: 'Không có cuộc trò chuyện nào khớp.',
  moreChats: 'Xem thêm',
  menuOf: 'Menu của “{{title}}”',
  rename: 'Đổi tên',
  title: 'Tên',
  deleted: 'Đã xóa “{{title}}”',
  deleteTitle: 'Xóa cuộc trò chuyện này?',
  deleteText: '“{{title}}” sẽ bị xóa vĩnh viễn cùng các tệp và liên kết chia sẻ.',
  share: 'Chia sẻ',
  shareTitle: 'Chia sẻ cuộc trò chuyện',
  shareText:
    'Ai có liên kết đều đọc được cuộc trò chuyện đến lúc này. Nội dung sau đó, chi phí và đoạn trích không được hiển thị.',
  shareNow: 'Đến bây giờ',
  shareUntil: 'Đến {{time}}',
  makeShare: 'Tạo liên kết',
  endShare: 'Ngừng liên kết này',
  sharedBy: 'Cuộc trò chuyện với {{name}}, chia sẻ ngày {{date}}',
  shareGone: 'Liên kết này không còn hiệu lực.',
  shareGoneHelp: 'Người chia sẻ đã ngừng liên kết hoặc xóa cuộc trò chuyện.',
  sourcePage: '{{title}}, tr. {{page}}',
} as const satisfies WordsLike<typeof english.chat>;
