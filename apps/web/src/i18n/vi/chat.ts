import type { chat as english } from '../en/chat.ts';
import type { WordsLike } from '../words.ts';

export const chat = {
  conversation: 'Cuộc trò chuyện',
  message: 'Tin nhắn của bạn',
  placeholder: 'Nhập câu hỏi…',
  send: 'Gửi',
  stop: 'Dừng trả lời',
  startOver: 'Bắt đầu cuộc trò chuyện mới',
  answering: 'Bot đang trả lời.',
  stopped: 'Đã dừng.',
  brokenOff: 'Câu trả lời bị ngắt giữa chừng. Phần đã nhận được hiển thị.',
  askAgain: 'Hỏi lại',
  sources: 'Nguồn',
  source: 'Nguồn {{number}}',
  page: 'tr. {{page}}',
  fit: 'Điểm {{score}} · phù hợp {{confidence}}',
  openDocument: 'Mở trong tài liệu',
  tokens: '{{tokens}} token',
  modelTokens: 'mô hình đọc {{input}}, viết {{output}}',
  firstToken: 'từ đầu tiên {{time}}',
  total: 'tổng {{time}}',
  retrieval: 'tìm {{time}}',
  outcomes: {
    answered: 'Đã trả lời',
    not_found: 'Không tìm thấy nội dung phù hợp',
    model_failed: 'Mô hình bị lỗi',
    no_tokens: 'Hết token',
    stopped: 'Đã dừng',
  },
} as const satisfies WordsLike<typeof english>;
