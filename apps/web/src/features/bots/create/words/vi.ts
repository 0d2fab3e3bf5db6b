import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botCreate = {
  facts: 'Thông tin của bạn',
  factsHelp: 'Bot dùng trong lời chào và hướng dẫn. Bạn có thể sửa sau.',
  example: 'ví dụ: {{example}}',
  chooseBase: 'Hãy chọn nội dung mà bot được dùng để trả lời.',
  sampleBase: '{{name}} · mẫu',
} as const satisfies WordsLike<typeof english.botCreate>;
