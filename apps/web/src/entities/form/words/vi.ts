import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const sendForm = {
  title: 'Gửi biểu mẫu',
  text: 'Liên kết này chỉ dành cho người này: câu trả lời được lưu vào khách hàng này.',
  form: 'Biểu mẫu',
  choose: 'Chọn biểu mẫu',
  none: 'Hiện không có biểu mẫu nào đang mở. Hãy xuất bản một biểu mẫu trong mục Biểu mẫu.',
  ask: 'Hỏi trong chat',
  askHelp: 'Hỏi trong chat: bot hỏi lần lượt từng câu. Gửi liên kết: khách mở trang biểu mẫu.',
  asked: 'Bot đã bắt đầu hỏi trong chat.',
  insert: 'Chèn liên kết',
  make: 'Tạo liên kết',
  link: 'Liên kết cho người này',
  until: 'Có hiệu lực đến {{date}}',
} as const satisfies WordsLike<typeof english.sendForm>;
