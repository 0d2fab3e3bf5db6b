import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'Trang chủ',
  hello: 'Xin chào, {{name}}',
  purpose: 'Việc cần xử lý và tình hình hoạt động của bot.',
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
