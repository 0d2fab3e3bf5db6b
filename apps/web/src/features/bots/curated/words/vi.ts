import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const curated = {
  purpose:
    'Tự soạn câu trả lời cho các câu hỏi lặp lại. Bot gửi đúng nguyên văn, ngay lập tức và không tốn token. Thay đổi có hiệu lực ngay, không cần xuất bản.',
  list: 'Hỏi–đáp soạn sẵn',
  empty: 'Soạn sẵn câu trả lời cho các câu hỏi thường gặp',
  emptyText:
    'Ví dụ giờ mở cửa, giá cả hoặc đường đi: ai hỏi đúng điều đó sẽ nhận nguyên văn câu trả lời của bạn.',
  add: 'Viết câu trả lời',
  full: 'Một bot có tối đa {{most}} câu trả lời. Hãy xóa bớt để thêm câu khác.',
  search: 'Tìm câu trả lời',
  switch: 'Dùng câu trả lời cho “{{question}}”',
  edit: 'Sửa câu trả lời cho “{{question}}”',
  remove: 'Xóa câu trả lời cho “{{question}}”',
  removeTitle: 'Xóa câu trả lời này?',
  removeText: 'Từ nay “{{question}}” lại do mô hình trả lời.',
  removed: 'Đã xóa câu trả lời',
  newTitle: 'Câu trả lời mới',
  editTitle: 'Sửa câu trả lời',
  questions: 'Câu hỏi',
  questionsHelp:
    'Mỗi dòng một câu, bằng mọi ngôn ngữ khách hàng dùng. Cách nói lịch sự và dấu có thể khác nhau; với cách hỏi khác, hãy thêm một dòng nữa.',
  questionsExample: 'Cửa hàng mở cửa mấy giờ?\nKhi nào cửa hàng mở cửa?',
  tooManyQuestions: 'Tối đa {{maximum}} câu hỏi.',
  questionTooLong: 'Mỗi dòng tối đa {{maximum}} ký tự. Dòng quá dài: “{{start}}…”',
  answer: 'Câu trả lời',
  answerHelp: 'Mọi khách hàng đều nhận đúng nguyên văn này.',
  save: 'Lưu',
  saved: 'Đã lưu',
  try: 'Thử một câu hỏi',
  tryHelp: 'Xem khách hàng sẽ nhận câu trả lời nào. Không tốn token.',
  tryAction: 'Thử',
  tryHit: 'Khớp với “{{question}}”. Khách hàng nhận được:',
  tryMiss: 'Không có hỏi–đáp soạn sẵn nào khớp, nên mô hình sẽ trả lời.',
  tryWrite: 'Viết câu trả lời cho câu này',
} as const satisfies WordsLike<typeof english.curated>;
