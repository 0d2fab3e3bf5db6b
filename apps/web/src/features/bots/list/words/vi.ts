import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botList = {
  channels_other: '{{count}} kênh',
  channel: '{{name}} · {{kind}}',
  facts: '{{model}} · {{knowledge}}',
  sample_other: 'Còn {{count}} chỗ là nội dung mẫu',
  today: 'hội thoại hôm nay',
  alone: 'Bot tự hoàn tất: {{share}}',
  answeredBy:
    'Chỉ bot trả lời {{botOnly}}, bot và nhân viên {{botAndStaff}}, nhân viên {{staffOnly}}, chưa trả lời {{unanswered}} (trong {{total}} hội thoại 7 ngày qua)',
  week: 'Số hội thoại trong 7 ngày qua: {{counts}}',
  unseen: 'Khách hàng chưa thấy bot này',
  continue: 'Làm tiếp',
  filter: 'Trạng thái',
  all: 'Tất cả {{count}}',
  in: { live: 'Đang hoạt động {{count}}', paused: 'Tạm dừng {{count}}', draft: 'Bản nháp {{count}}' },
  sort: 'Thứ tự',
  sorts: { busy: 'Nhiều hội thoại nhất', new: 'Mới nhất', name: 'Tên' },
  noneInState: 'Không có bot nào ở trạng thái này.',
} as const satisfies WordsLike<typeof english.botList>;
