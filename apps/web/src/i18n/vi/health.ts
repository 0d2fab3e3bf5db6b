import type { health as english } from '../en/health.ts';
import type { WordsLike } from '../words.ts';

export const health = {
  checking: 'Đang so sánh các đoạn. Kho lớn mất vài giây.',
  size: '{{documents}} tài liệu, {{passages}} đoạn',
  again: 'Kiểm tra lại',
  nothing: 'Chưa có gì để kiểm tra',
  nothingText: 'Khi có tài liệu, trang này cho biết chỗ nào chưa ổn.',
  well: 'Mọi thứ đều ổn',
  wellText: 'Không có tài liệu lỗi hay cũ, và không có hai đoạn nào mâu thuẫn nhau.',
  failed: 'Không đọc được',
  failedText: 'Bot không biết gì về các tài liệu này. Hãy sửa tệp rồi thêm lại, hoặc thử lần nữa.',
  stale: 'Có thể đã cũ',
  staleText: 'Nguồn không còn hoặc lâu rồi chưa được xem lại. Hãy đọc lại, hoặc xóa những gì không còn đúng.',
  checked: 'xem lần cuối {{ago}}',
  conflicting: 'Mâu thuẫn nhau',
  conflictingText: 'Các đoạn gần như cùng lời mà nói khác nhau. Hãy mở đoạn sai và sửa lại.',
  toReview: 'Nguồn đã đổi dưới chỗ bạn sửa',
  toReviewText: 'Bạn đã sửa các đoạn này, rồi nguồn của chúng thay đổi. Hãy xem chỗ sửa còn đúng không.',
  neverHit: 'Chưa từng được dùng',
  neverHitText:
    'Hơn hai tuần không câu trả lời nào dùng đến. Có thể không ai hỏi, hoặc lời lẽ khác với cách khách hỏi.',
  more: 'và {{count}} đoạn nữa',
  tooEarly: 'Đoạn chưa từng được dùng sẽ được báo sau khi kho được hai tuần và đã có câu hỏi.',
  rereading: 'Đang đọc lại',
} as const satisfies WordsLike<typeof english>;
