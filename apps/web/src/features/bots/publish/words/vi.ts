import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botPublish = {
  sampleTitle: 'Vẫn còn nội dung mẫu',
  sampleHelp:
    'Nếu xuất bản lúc này, khách sẽ nhận thông tin không đúng với cửa hàng của bạn. Hãy thay hết trước khi xuất bản.',
  sampleKnowledge: 'Kho kiến thức “{{name}}” chứa nội dung mẫu.',
  samplePassages_other: '{{count}} đoạn vẫn là mẫu.',
  useBase: 'Thay bằng “{{name}}”',
  chooseBase: 'Thay bằng kho khác',
  addBase: 'Thêm tài liệu của bạn',
  openSample: 'Sửa nội dung mẫu',
  confirmSample: 'Toàn bộ đúng với cửa hàng',
  detach: 'Gỡ ra',
  fact: {
    empty: 'Chưa nhập',
    missing: 'Có trong lời nhắn nhưng chưa nhập: {{name}}',
    sample: 'Vẫn là mẫu: {{value}}',
  },
  saveFact: 'Lưu',
  keepFact: 'Thông tin này đúng',
} as const satisfies WordsLike<typeof english.botPublish>;
