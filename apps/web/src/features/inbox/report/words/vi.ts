import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const inboxReport = {
  title: 'Thời gian phản hồi',
  lead: 'Nhân viên trả lời nhanh thế nào và khách hài lòng ra sao.',
  days: '{{count}} ngày qua',
  period: 'Khoảng thời gian',
  conversations: 'Hội thoại',
  byPerson: 'Nhân viên trả lời',
  median: 'Phản hồi đầu tiên (trung vị)',
  p90: 'Phản hồi đầu tiên (90%)',
  late: 'Quá hạn',
  waitingNow: 'Đang chờ',
  satisfaction: 'Mức độ hài lòng',
  satisfactionOf: '{{answered}}/{{asked}} đã trả lời',
  who: 'Người phụ trách',
  messages: 'Tin nhắn',
  firstAnswer: 'Phản hồi đầu tiên',
  team: 'Theo nhân viên',
  nobody: 'Không có nhân viên nào trả lời trong thời gian này.',
} as const satisfies WordsLike<typeof english.inboxReport>;
