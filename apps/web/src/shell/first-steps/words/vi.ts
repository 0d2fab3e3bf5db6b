import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const firstSteps = {
  title: 'Đến câu trả lời đầu tiên',
  next: 'Bước tiếp theo',
  nextUp: '{{done}}/{{total}} Tiếp theo: {{what}}',
  hide: 'Ẩn các bước đầu tiên',
  done: 'Đã xong',
  open: 'Cần làm',
  finished: 'Bot đã có câu trả lời đầu tiên. Tiếp theo: kết nối Official Account hoặc trang web',
  knowledge: {
    title: 'Thêm tài liệu',
    text: 'PDF hoặc văn bản',
    action: 'Thêm tài liệu',
    act: 'Thêm tài liệu để bot dựa vào trả lời',
    actText: 'Bảng giá, giờ mở cửa, nội quy… ở dạng PDF, Word, Excel hoặc văn bản. Chưa ai khác xem được.',
  },
  bot: {
    title: 'Tạo bot',
    text: 'Chỉ cần đặt tên',
    action: 'Tạo bot',
    act: 'Tạo bot trả lời từ tài liệu này',
    actText:
      '“{{title}}” đã sẵn sàng với {{passages}} đoạn trích. Khách chưa thấy bot cho đến khi bạn kết nối kênh.',
  },
  publish: {
    action: 'Xuất bản bot',
    act: 'Xuất bản {{bot}}',
    actText: 'Bản nháp chưa trả lời khách. Hãy kiểm tra nội dung rồi xuất bản.',
  },
  tested: {
    title: 'Hỏi thử',
    text: 'Như khách nhìn thấy',
    action: 'Đặt câu hỏi',
    act: 'Hỏi thử {{bot}} một câu',
    actText: 'Hãy hỏi như khách của bạn. Mỗi câu trả lời đều kèm nguồn.',
  },
  channel: {
    title: 'Kết nối kênh',
    text: 'Thử trên trình mô phỏng trước',
    action: 'Thử trên trình mô phỏng',
    act: 'Trò chuyện với {{bot}} như một khách hàng',
    actText: 'Bạn thử trên trình mô phỏng, không cần tài khoản OA. Kết nối tài khoản thật lúc nào cũng được.',
  },
  answered: {
    title: 'Câu trả lời đầu tiên',
    text: 'Nhắn như một người bạn',
    action: 'Nhắn thử',
    act: 'Nhắn thử đến “{{channel}}” như một người bạn',
    actText: 'Gửi một tin nhắn và xem câu trả lời xuất hiện trong đoạn chat và trong hộp thư.',
  },
  unanswered: {
    action: 'Thêm câu trả lời vào tài liệu',
    act: 'Câu hỏi đã được chuyển cho nhân viên',
    actText:
      'Bot không tìm thấy câu trả lời cho “{{question}}” trong tài liệu nên đã chuyển cho nhân viên. Hãy thêm câu trả lời vào tài liệu hoặc thử câu hỏi khác.',
    again: 'Thử câu hỏi khác',
    inbox: 'Mở trong hộp thư',
  },
} as const satisfies WordsLike<typeof english.firstSteps>;
