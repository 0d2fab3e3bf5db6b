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
  tags: {
    label: 'Nhãn',
    add: 'Gắn nhãn',
    create: 'Tạo “{{name}}”',
    removeOne: 'Gỡ nhãn {{name}}',
  },
  facts: {
    displayName: 'Tên hiển thị',
    kana: 'Furigana',
    owner: 'Người phụ trách',
    phones: 'Điện thoại',
    emails: 'Email',
    language: 'Ngôn ngữ',
    birthday: 'Ngày sinh',
    address: 'Địa chỉ',
    note: 'Ghi chú',
  },
  address: {
    country: 'Quốc gia',
    postalCode: 'Mã bưu chính',
    region: 'Tỉnh, thành phố',
    city: 'Quận, huyện, phường, xã',
    line1: 'Số nhà, đường',
    line2: 'Tòa nhà, phòng',
  },
  unusual: {
    phones: 'Không nhận ra số điện thoại. Hãy thử thêm mã quốc gia, ví dụ +84.',
    emails: 'Không nhận ra địa chỉ email.',
  },
  wrong: {
    number: 'Hãy nhập một số',
    link: 'Hãy nhập địa chỉ bắt đầu bằng https:// hoặc http://',
  },
  wholeDate: 'Hãy nhập đủ ngày, tháng, năm',
  none: 'Thêm',
  unset: 'Chưa đặt',
  another: 'Thêm nữa',
  addOne: '{{name}}: thêm nữa',
  clear: '{{name}}: xóa',
  noOption: 'Không tìm thấy',
  notKnown: '–',
  yes: 'Có',
  no: 'Không',
} as const satisfies WordsLike<typeof english.contact>;
