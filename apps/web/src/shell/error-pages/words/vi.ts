import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const pages = {
  notBuilt: 'Tính năng đang được phát triển.',
  noMoney: 'Chưa thể thanh toán tại đây. Bạn chưa bị trừ tiền.',
  posts: { title: 'Bài viết', purpose: 'Viết bài với sự trợ giúp của mô hình và đăng lên.' },
  post: { title: 'Sửa bài viết', purpose: 'Viết, rút gọn, dịch và thêm hình cho một bài viết.' },
  images: { title: 'Tạo hình ảnh', purpose: 'Tạo hình ảnh từ lời mô tả.' },
  video: { title: 'Tạo video', purpose: 'Tạo video ngắn từ lời mô tả.' },
  voice: { title: 'Giọng nói', purpose: 'Chuyển văn bản thành giọng nói và bản ghi âm thành văn bản.' },
  payment: { title: 'Mua token', purpose: 'Chọn gói và thanh toán bằng thẻ thanh toán.' },
  paymentCheck: {
    title: 'Xác thực thẻ thanh toán',
    purpose: 'Tại đây ngân hàng xác nhận khoản thanh toán bằng thẻ thanh toán là của bạn.',
  },
  paymentSuccess: {
    title: 'Sau khi thanh toán',
    purpose: 'Sau khi thanh toán, trang này cho biết bạn đã mua gì, kèm biên nhận.',
  },
  paymentFailed: {
    title: 'Khi thanh toán không thành công',
    purpose: 'Trang này cho biết vì sao một khoản thanh toán không thành công và cần làm gì.',
  },
  today: {
    bots: { text: 'Hiện tại, bạn có thể tạo bot và dùng thử.', action: 'Đến trang bot' },
    knowledge: {
      text: 'Hiện tại, bạn xem tài liệu và thêm văn bản trong từng kho kiến thức.',
      action: 'Đến trang kho kiến thức',
    },
    tokens: { text: 'Hiện tại, bạn xem số dư và token được dùng vào đâu.', action: 'Đến trang token' },
  },
} as const satisfies WordsLike<typeof english.pages>;
