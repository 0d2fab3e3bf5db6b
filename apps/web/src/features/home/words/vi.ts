import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

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
    conversations: 'Cuộc trò chuyện',
    answered: 'Bot đã trả lời',
    notFound: 'Không có câu trả lời',
    handedOver: 'Chuyển cho nhân viên',
    tokens: 'Token đã dùng',
  },
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
