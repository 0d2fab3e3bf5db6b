import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const merges = {
  open: 'Gộp',
  title: 'Gộp hai khách hàng',
  text: 'Kênh và hội thoại của cả hai được giữ nguyên và gộp vào một khách hàng. Bạn có thể hoàn tác trong 30 ngày.',
  kept: 'Giữ hồ sơ của',
  first: '{{name}} (cũ hơn)',
  second: '{{name}} (mới hơn)',
  nothingDiffers: 'Không có thông tin nào khác nhau. Thông tin chỉ một bên có sẽ được giữ.',
  notes: 'Ghi chú của cả hai được giữ nối tiếp nhau.',
  submit: 'Gộp khách hàng',
  done: 'Đã gộp vào {{name}}',
  undone: 'Đã tách lại thành hai khách hàng',
  merged: 'Đã gộp với khách khác ngày {{date}}',
  mergedBy: '{{name}} đã gộp với khách khác ngày {{date}}',
  undo: 'Hoàn tác (đến {{date}})',
  duplicates: {
    open_other: '{{count}} cặp có thể trùng',
    title: 'Khách có thể trùng',
    text: 'Những khách này có cùng số điện thoại, email, tài khoản trên trang web của bạn hoặc cùng tên. Hãy so sánh trước khi gộp.',
    none: 'Không tìm thấy khách trùng',
    noneText: 'Khách có cùng số điện thoại, email hoặc tên sẽ hiện ở đây.',
    more: 'Còn {{count}} cặp nữa, sẽ hiện khi bạn xem xong các cặp này.',
    both: '{{one}} và {{other}}',
    same: {
      phone: 'Cùng số điện thoại: {{value}}',
      email: 'Cùng email: {{value}}',
      identity: 'Cùng tài khoản trên trang web: {{value}}',
      name: 'Cùng tên: {{value}}',
    },
    compare: 'So sánh và gộp',
    apart: 'Là hai người khác nhau',
  },
} as const satisfies WordsLike<typeof english.merges>;
