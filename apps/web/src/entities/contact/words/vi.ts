import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const contact = {
  visitor: 'Khách {{number}}',
  details: {
    name: 'Tên đã cung cấp',
    phone: 'Điện thoại',
    address: 'Địa chỉ',
    city: 'Thành phố',
    district: 'Quận, huyện',
    email: 'Email',
    birthday: 'Ngày sinh',
  },
} as const satisfies WordsLike<typeof english.contact>;
