import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const pages = {
  notBuilt: 'Phần này chưa được xây dựng.',
  noMoney: 'Chưa thể thanh toán tại đây. Bạn không bị hỏi thẻ và không có khoản tiền nào được chuyển.',
  customForm: {
    title: 'Biểu mẫu',
    purpose:
      'Hỏi khách hàng những thông tin cần thiết trên một trang hoặc trong chat và thu thập câu trả lời.',
  },
  customers: {
    title: 'Danh sách khách hàng',
    purpose: 'Những người đã trò chuyện với bạn, kèm thẻ, ghi chú và nội dung trao đổi trên mọi kênh.',
  },
  broadcasts: {
    title: 'Gửi hàng loạt',
    purpose: 'Gửi một tin nhắn đến nhiều bạn bè, ngay bây giờ hoặc vào thời điểm đã chọn.',
  },
  richMenus: {
    title: 'Menu phong phú',
    purpose: 'Thiết kế menu bên dưới khung chat và đưa đến bạn bè của bạn.',
  },
  richMessages: { title: 'Tin nhắn hình ảnh', purpose: 'Soạn những hình ảnh mà khách hàng có thể chạm vào.' },
  tags: { title: 'Thẻ', purpose: 'Phân loại khách hàng bằng thẻ và nhóm thẻ, thủ công hoặc theo quy tắc.' },
  posts: { title: 'Bài viết', purpose: 'Viết bài với sự trợ giúp của mô hình và đăng lên.' },
  post: { title: 'Sửa bài viết', purpose: 'Viết, rút gọn, dịch và thêm hình cho một bài viết.' },
  images: { title: 'Tạo hình ảnh', purpose: 'Tạo hình ảnh từ lời mô tả.' },
  video: { title: 'Tạo video', purpose: 'Tạo video ngắn từ lời mô tả.' },
  voice: { title: 'Giọng nói', purpose: 'Chuyển văn bản thành giọng nói và bản ghi âm thành văn bản.' },
  payment: { title: 'Mua token', purpose: 'Chọn gói và thanh toán bằng thẻ.' },
  paymentCheck: {
    title: 'Xác thực thẻ',
    purpose: 'Tại đây ngân hàng xác nhận khoản thanh toán bằng thẻ là của bạn.',
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
      text: 'Hiện tại, bạn xem tài liệu và thêm văn bản trong từng kho tri thức.',
      action: 'Đến trang tri thức',
    },
    inbox: {
      text: 'Hiện tại, bạn xem những người nhắn tin và trả lời họ trong hộp thư.',
      action: 'Đến hộp thư',
    },
    channels: {
      text: 'Hiện tại, bạn kết nối kênh và chọn bot trả lời trên trang riêng của từng kênh.',
      action: 'Đến trang kênh',
    },
    tokens: { text: 'Hiện tại, bạn xem số dư và token được dùng vào đâu.', action: 'Đến trang token' },
  },
} as const satisfies WordsLike<typeof english.pages>;
