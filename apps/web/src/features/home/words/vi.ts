import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'Trang chủ',
  hello: 'Xin chào, {{name}}',
  purpose: 'Việc cần xử lý và tình hình hoạt động của bot.',
  steps: {
    title: 'Các bước để bot trả lời tin nhắn đầu tiên',
    progress: 'Đã xong {{done}}/{{total}}',
    knowledge: {
      title: 'Thêm kho kiến thức',
      text: 'Tệp PDF hoặc văn bản để bot dựa vào trả lời.',
      action: 'Thêm',
    },
    bot: { title: 'Tạo bot', text: 'Đặt tên và chọn kho kiến thức cho bot.', action: 'Tạo' },
    tested: { title: 'Thử bot', text: 'Hỏi như khách hàng và kiểm tra nguồn.', action: 'Thử' },
    channel: {
      title: 'Kết nối kênh',
      text: 'Kênh dùng thử chạy ngay, không cần cấu hình gì thêm.',
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
    title: 'Cần xử lý ngay',
    nothing: 'Không có việc nào cần xử lý.',
    waiting_other: '{{count}} hội thoại đang chờ nhân viên',
    failedDocuments_other: '{{count}} tài liệu không đọc được',
    brokenChannels_other: '{{count}} kênh cần kiểm tra',
    unconfirmedDeliveries_other: '{{count}} tin nhắn chưa rõ đã đến hay chưa',
    failedDeliveries_other: '{{count}} tin nhắn chưa gửi được',
    lowBalance: 'Sắp hết token',
    disk: {
      low: 'Ổ đĩa của máy chủ sắp đầy. Hãy nhờ người quản trị giải phóng dung lượng.',
      full: 'Ổ đĩa của máy chủ đã đầy: không nhận thêm tệp, tin nhắn vẫn đến. Hãy nhờ người quản trị giải phóng dung lượng.',
    },
    lowStorage: 'Sắp hết dung lượng lưu tệp của bạn',
  },
  numbers: {
    title: '7 ngày qua',
    conversations: 'Hội thoại',
    answered: 'Bot đã trả lời',
    notFound: 'Không có câu trả lời',
    handedOver: 'Chuyển cho nhân viên',
    tokens: 'Token đã dùng',
  },
  landing: {
    claim: 'Chatbot trả lời từ chính tài liệu của bạn',
    lead: 'Chỉ cần đưa cho Hanasu một tệp PDF, khách hàng sẽ nhận được câu trả lời qua chat bằng ngôn ngữ của họ, kèm đoạn văn làm căn cứ. Khi không biết, bot nói rõ và gọi nhân viên.',
    what: 'Hanasu giúp gì cho bạn',
    documents: {
      title: 'Dựa vào tài liệu, không phỏng đoán',
      text: 'Tệp PDF và văn bản trở thành kho kiến thức. Mỗi câu trả lời đều dẫn được trang nguồn.',
    },
    channels: {
      title: 'Nơi khách hàng vẫn nhắn tin',
      text: 'Kết nối LINE, Zalo theo hướng dẫn từng bước, hoặc thử trước trên trình mô phỏng.',
    },
    staff: {
      title: 'Có người khi cần',
      text: 'Mọi hội thoại về chung một hộp thư. Nhân viên tiếp nhận, trả lời rồi giao lại cho bot.',
    },
    yours: {
      title: 'Chạy trên máy chủ của bạn',
      text: 'Hanasu khởi động trên máy chủ của bạn bằng một lệnh. Bạn chọn mô hình ngôn ngữ hoặc dùng mô hình có sẵn.',
    },
  },
} as const satisfies WordsLike<typeof english.home>;
