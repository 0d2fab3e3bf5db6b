import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const contact = {
  visitor: '訪問者 {{number}}',
  details: {
    name: '入力された名前',
    phone: '電話番号',
    address: '住所',
    city: '市区町村',
    district: '地区',
    email: 'メールアドレス',
    birthday: '誕生日',
  },
} as const satisfies WordsLike<typeof english.contact>;
