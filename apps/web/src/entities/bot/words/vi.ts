import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const bot = {
  createTitle: 'Tạo bot',
  create: 'Bot mới',
  searchLabel: 'Tìm bot',
  edit: 'Sửa',
  editGroup: 'Chỉnh sửa',
  reports_other: 'bị báo cáo {{number}} lần',
  reportReasons: {
    spam: 'Quảng cáo, làm phiền',
    harmful: 'Có hại hoặc xúc phạm',
    wrong: 'Sai hoặc gây hiểu lầm',
    rights: 'Dùng thứ thuộc về người khác',
    other: 'Lý do khác',
  },
} as const satisfies WordsLike<typeof english.bot>;
