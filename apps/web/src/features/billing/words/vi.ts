import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const billing = {
  title: 'Token',
  purpose:
    'Token là phí dùng mô hình, tính theo lượng nội dung đầu vào và đầu ra nhân đơn giá của từng mô hình.',
  parts: 'Các phần của trang token',
  tabs: { usage: 'Mức sử dụng', budgets: 'Ngân sách', keys: 'API key', hooks: 'Webhook' },
  buy: 'Mua token',
  balance: 'Số dư',
  withheld: 'Xác nhận địa chỉ email để nhận {{tokens}} token còn lại.',
  withheldByOwner: '{{tokens}} token còn lại sẽ được cộng khi chủ sở hữu xác nhận địa chỉ email.',
  reserved: 'Đang giữ {{tokens}} cho câu trả lời đang viết',
  today: 'Đã dùng hôm nay',
  listed: 'Tổng đang hiển thị',
  withoutTests: 'không gồm lượt thử bản nháp',
  month: 'Đã dùng tháng này',
  history: 'Lịch sử',
  time: 'Thời gian',
  what: 'Nội dung',
  model: 'Mô hình',
  readWritten: 'Đầu vào / đầu ra',
  tokens: 'Token',
  after: 'Số dư sau đó',
  grant: 'Thêm token',
  purchase: 'Mua token',
  refund: 'Hoàn tiền hoặc khiếu nại',
  expiry: 'Hết hạn',
  chatPage: 'Trang chat hoặc API',
  empty: 'Chưa dùng token nào',
  emptyText: 'Mỗi câu trả lời của bot sẽ hiện ở đây cùng số token đã dùng.',
  pages: 'Các trang lịch sử',
} as const satisfies WordsLike<typeof english.billing>;
