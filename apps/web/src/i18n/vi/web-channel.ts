import type { webChannel as english } from '../en/web-channel.ts';
import type { WordsLike } from '../words.ts';

export const webChannel: WordsLike<typeof english> = {
  title: 'Giao diện chat trên web',
  connectPurpose: 'Không cần kết nối gì: bot nào cũng có khung chat cho trang web của bạn.',
  purpose: 'Chỉnh màu sắc và lời văn của khung chat trên trang web của bạn.',
  visitor: 'Khách {{number}}',
  bot: 'Khung chat của bot',
  sites: 'Trang web và mã nhúng',
  off: 'Khung chat này chưa có trên trang web nào; bạn có thể chuẩn bị giao diện trước.',
  switchOn: 'Bật khung chat',
  visitorScheme: 'Chế độ màu của khách',
  schemes: { light: 'Sáng', dark: 'Tối' },
  size: 'Kích thước xem trước',
  sizes: { desktop: 'Máy tính', phone: 'Điện thoại' },
};
