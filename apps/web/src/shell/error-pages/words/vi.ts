import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const pages = {
  notBuilt: 'Tính năng đang được phát triển.',
  images: { title: 'Tạo hình ảnh', purpose: 'Tạo hình ảnh từ lời mô tả.' },
  video: { title: 'Tạo video', purpose: 'Tạo video ngắn từ lời mô tả.' },
  voice: { title: 'Giọng nói', purpose: 'Chuyển văn bản thành giọng nói và bản ghi âm thành văn bản.' },
  today: {
    bots: { text: 'Hiện tại, bạn có thể tạo bot và dùng thử.', action: 'Đến trang bot' },
  },
} as const satisfies WordsLike<typeof english.pages>;
