import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botCreate = {
  facts: 'Thông tin của bạn',
  factsHelp: 'Bot dùng trong lời chào và hướng dẫn. Bạn có thể sửa sau.',
  example: 'ví dụ: {{example}}',
  becomesLive: 'Bot trả lời được ngay khi tạo xong. Khách chưa thấy bot cho đến khi bạn kết nối kênh.',
  becomesDraft: 'Bot được tạo dưới dạng bản nháp. Hãy kiểm tra rồi xuất bản.',
  madeLive: '{{name}} đã sẵn sàng trả lời (chưa kết nối kênh nào)',
  madeDraft: '{{name}} đang là bản nháp. Hãy xuất bản để bot trả lời',
  chooseBase: 'Hãy chọn nội dung mà bot được dùng để trả lời.',
  sampleBase: '{{name}} · mẫu',
} as const satisfies WordsLike<typeof english.botCreate>;
