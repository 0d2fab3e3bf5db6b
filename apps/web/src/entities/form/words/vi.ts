import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const sendForm = {
  title: 'Gửi biểu mẫu',
  text: 'Liên kết này chỉ dành cho người này: câu trả lời được lưu vào khách hàng này.',
  form: 'Biểu mẫu',
  choose: 'Chọn biểu mẫu',
  none: 'Hiện không có biểu mẫu nào đang mở. Hãy xuất bản một biểu mẫu trong mục Biểu mẫu.',
  ask: 'Hỏi trong chat',
  askHelp: 'Bot hỏi lần lượt từng câu.',
  asked: 'Bot đã bắt đầu hỏi trong chat.',
  sendLink: 'Gửi liên kết',
  linkHelp: 'Gửi nút mở trang biểu mẫu.',
  linkSent: 'Đã gửi liên kết.',
  make: 'Tạo liên kết',
  link: 'Liên kết cho người này',
  until: 'Có hiệu lực đến {{date}}',
} as const satisfies WordsLike<typeof english.sendForm>;
