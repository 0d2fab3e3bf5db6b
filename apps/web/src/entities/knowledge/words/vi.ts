import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const knowledgeBase = {
  readAgain: 'Đọc lại',
  emptyText:
    'Thêm bảng giá, nội quy hoặc câu hỏi thường gặp dạng PDF, Word, Excel hay văn bản. Bot sẽ trả lời từ đó và chỉ ra trang.',
  empty: 'Thêm tài liệu cho bot',
} as const satisfies WordsLike<typeof english.knowledgeBase>;
