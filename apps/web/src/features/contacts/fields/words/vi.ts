import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const customerFields = {
  title: 'Trường tùy chỉnh',
  lead: 'Những gì bạn lưu về khách ngoài tên, điện thoại và địa chỉ. Mọi thành viên đều thấy, trừ khi bạn ẩn đi.',
  empty: 'Chưa có trường tùy chỉnh.',
  add: 'Thêm trường',
  edit: 'Sửa {{name}}',
  name: 'Tên',
  kind: 'Kiểu',
  kindFixed: 'Không thể đổi kiểu về sau.',
  kinds: {
    text: 'Văn bản',
    number: 'Số',
    date: 'Ngày',
    choice: 'Một lựa chọn',
    multi: 'Nhiều lựa chọn',
    yesno: 'Có hoặc không',
    link: 'Liên kết',
  },
  options: 'Lựa chọn',
  option: 'Lựa chọn {{number}}',
  addOption: 'Thêm lựa chọn',
  removeOption: 'Xóa lựa chọn {{number}}',
  removedOption: 'Khách đang có lựa chọn bị xóa sẽ mất lựa chọn đó.',
  visible: 'Ai được xem',
  everyone: 'Mọi thành viên',
  hiddenFrom: {
    viewer: 'Nhân viên, quản trị viên và chủ sở hữu',
    operator: 'Chỉ quản trị viên và chủ sở hữu',
  },
  hidden: 'Ẩn với một số vai trò',
  earlier: 'Chuyển {{name}} lên',
  later: 'Chuyển {{name}} xuống',
  archive: 'Lưu trữ {{name}}',
  restore: 'Khôi phục {{name}}',
  archived: 'Đã lưu trữ. Dữ liệu vẫn được giữ.',
} as const satisfies WordsLike<typeof english.customerFields>;
