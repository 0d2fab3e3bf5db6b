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
  states: {
    draft: 'Bản nháp',
    live: 'Đang hoạt động',
    changed: 'Có thay đổi chưa xuất bản',
    paused: 'Tạm dừng',
  },
  publish: 'Xuất bản',
  resume: 'Tiếp tục',
  connect: { draft: 'Xuất bản và kết nối', paused: 'Tiếp tục và kết nối' },
  replaceSample: 'Thay nội dung mẫu',
  allowLinks: {
    why: 'Địa chỉ của {{host}} đang hiện thành chữ thường vì câu trả lời chưa được phép liên kết tới đó.',
    allow: 'Cho phép liên kết',
    nextAsk: 'Câu trả lời đã được phép liên kết tới {{host}}. Hỏi lại để thấy liên kết.',
    nextPublish: 'Bản nháp đã được phép liên kết tới {{host}}. Khách sẽ nhận được liên kết khi bạn xuất bản.',
    publish: 'Mở trang xuất bản',
    ask: 'Hỏi lại',
  },
  notLive: {
    bot: {
      not_published: 'Bot này chưa được xuất bản nên khách chưa được trả lời.',
      paused: 'Bot này đang tạm dừng nên khách chưa được trả lời.',
    },
    group: {
      not_published: 'Nhóm này chưa có bot nào được xuất bản nên khách chưa được trả lời.',
      paused: 'Mọi bot của nhóm này đang tạm dừng hoặc là bản nháp nên khách chưa được trả lời.',
    },
  },
} as const satisfies WordsLike<typeof english.bot>;
