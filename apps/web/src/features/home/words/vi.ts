import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'Trang chủ',
  hello: 'Xin chào, {{name}}',
  purpose: 'Việc cần bạn xử lý ngay và tình hình các bot.',
  landing: {
    claim: 'Chatbot trả lời từ chính tài liệu của bạn',
    lead: 'Chỉ cần đưa cho Hanasu một tệp PDF, khách hàng sẽ nhận được câu trả lời qua chat bằng ngôn ngữ của họ, kèm đoạn văn làm căn cứ. Khi không biết, bot nói rõ và gọi nhân viên.',
    what: 'Hanasu làm được gì',
    documents: {
      title: 'Dựa vào tài liệu, không phỏng đoán',
      text: 'Tệp PDF và văn bản trở thành tri thức. Mỗi câu trả lời có thể chỉ ra trang tìm thấy.',
    },
    channels: {
      title: 'Nơi khách hàng vẫn nhắn tin',
      text: 'Kết nối tài khoản chat theo từng bước, hoặc thử mọi thứ trước bằng điện thoại mô phỏng.',
    },
    staff: {
      title: 'Có người khi cần',
      text: 'Mọi cuộc trò chuyện về chung một hộp thư. Bạn tiếp nhận, trả lời rồi giao lại cho bot.',
    },
    yours: {
      title: 'Do bạn tự vận hành',
      text: 'Hanasu khởi động trên máy chủ của bạn bằng một lệnh. Bạn chọn mô hình ngôn ngữ hoặc dùng mô hình có sẵn.',
    },
  },
} as const satisfies WordsLike<typeof english.home>;
