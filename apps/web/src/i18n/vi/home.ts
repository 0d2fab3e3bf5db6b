import type { home as english } from '../en/home.ts';
import type { WordsLike } from '../words.ts';

export const home = {
  title: 'Trang chủ',
  hello: 'Xin chào, {{name}}',
  purpose: 'Việc cần bạn xử lý ngay và tình hình các bot.',
  steps: {
    title: 'Đến tin nhắn được trả lời đầu tiên',
    progress: 'Xong {{done}} trên {{total}}',
    knowledge: {
      title: 'Thêm tri thức',
      text: 'Tệp PDF hoặc văn bản để bot dựa vào trả lời.',
      action: 'Thêm',
    },
    bot: { title: 'Tạo bot', text: 'Đặt tên và chọn tri thức cho bot.', action: 'Tạo' },
    tested: { title: 'Thử bot', text: 'Hỏi như khách hàng và kiểm tra nguồn.', action: 'Thử' },
    channel: {
      title: 'Kết nối kênh',
      text: 'Kênh thử nghiệm chạy được ngay, không cần khóa.',
      action: 'Kết nối',
    },
    answered: {
      title: 'Tin nhắn đầu tiên được trả lời',
      text: 'Nhắn như một khách hàng và xem câu trả lời đến.',
      action: 'Thử',
    },
    done: 'Đã xong',
    open: 'Cần làm',
  },
  attention: {
    title: 'Cần bạn ngay',
    nothing: 'Không có việc nào đang chờ bạn.',
    waiting_other: '{{count}} cuộc trò chuyện đang chờ nhân viên',
    failedDocuments_other: '{{count}} tài liệu không đọc được',
    brokenChannels_other: '{{count}} kênh cần kiểm tra',
    failedDeliveries_other: '{{count}} tin nhắn chưa gửi được',
    lowBalance: 'Sắp hết token',
  },
  numbers: {
    title: '7 ngày qua',
    conversations: 'Cuộc trò chuyện',
    answered: 'Bot đã trả lời',
    notFound: 'Không có câu trả lời',
    handedOver: 'Chuyển cho nhân viên',
    tokens: 'Token đã dùng',
  },
} as const satisfies WordsLike<typeof english>;
