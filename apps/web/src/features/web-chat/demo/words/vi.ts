import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const demo = {
  title: 'Hỏi Hanasu về Hanasu',
  text: 'Bot để nói thử ngay tại đây: không cần tài khoản, không mất phí, nội dung bạn viết không được lưu lại. Mô hình có sẵn trả lời, giống như khi trả lời theo tài liệu của quán.',
  mark: 'Trả lời theo hướng dẫn của Hanasu',
  greeting: 'Xin chào! Bạn có thể hỏi về kênh, tài liệu, chi phí, dữ liệu hoặc máy chủ riêng.',
  suggested: {
    cost: 'Chi phí thế nào?',
    data: 'Dữ liệu được lưu ở đâu?',
    unknown: 'Bot không biết trả lời thì sao?',
  },
  section: 'Hướng dẫn: {{title}}',
  contact: 'Hỏi đơn vị vận hành trang này:',
} as const satisfies WordsLike<typeof english.demo>;
