import type { WordsLike } from '../../../../../i18n/words.ts';
import type * as english from './en.ts';

export const adminPayments = {
  gateways: { sandbox: 'môi trường dùng thử', stripe: 'Stripe' },
  packages: {
    title: 'Các gói đang bán',
    text: 'Gói và giá được đặt trong cài đặt của máy chủ:',
    gateway: 'Thanh toán được xử lý qua {{name}}.',
    test: 'Chế độ kiểm thử: không trừ tiền',
    live: 'Chế độ thật: có trừ tiền',
    name: 'Gói',
    tokens: 'Token',
    price: 'Giá gồm thuế',
    validity: 'Thời hạn của token',
    days_other: '{{number}} ngày',
    noEnd: 'không hết hạn',
    none: 'Chưa bán gói nào',
    noneText:
      'Hãy đặt các key của Stripe để bán gói, hoặc đặt PAYMENT_SANDBOX=on để dùng thử mà không trừ tiền.',
  },
  add: {
    short: 'Thêm',
    action: 'Thêm token',
    title: 'Thêm token cho {{name}}',
    text: 'Số dư hiện tại là {{balance}} token. Chủ sở hữu và quản trị viên của tài khoản thấy số token và lý do trong lịch sử token và nhật ký.',
    tokens: 'Số token',
    reason: 'Lý do',
    reasonHelp: 'Tài khoản nhận sẽ thấy nội dung này. Ví dụ: bù cho sự cố gián đoạn.',
    days: 'Số ngày có hiệu lực',
    daysHelp: 'Để trống nếu token không hết hạn.',
    numberWrong: 'Nhập số nguyên từ 1 đến {{most}}.',
    keyUsed:
      'Hộp thoại này đã thêm token với nội dung khác. Hãy đóng lại và kiểm tra số dư trước khi thêm tiếp.',
    done_other: 'Đã thêm {{number}} token cho {{name}}',
  },
  events: {
    title: 'Sự kiện bị lỗi',
    text: 'Các sự kiện từ cổng thanh toán không xử lý được hoặc chưa được xử lý.',
    none: 'Không có sự kiện bị lỗi',
    noneText: 'Mọi sự kiện từ cổng thanh toán đã được xử lý.',
    event: 'Sự kiện',
    received: 'Nhận lúc',
    problem: 'Vấn đề',
    account: 'Tài khoản',
    payment: 'Mã thanh toán: {{id}}',
    replay: 'Xử lý lại',
    waiting: 'Chưa được xử lý',
    unmatched_other:
      '{{count}} sự kiện về các thanh toán không có trên máy chủ này, ví dụ của cửa hàng khác dùng chung tài khoản thanh toán.',
    problems: {
      failed: 'Không xử lý được, máy chủ sẽ thử lại: {{detail}}',
      no_payment: 'Sự kiện thuộc một thanh toán không có trên máy chủ này.',
      not_about_payment:
        'Sự kiện không thuộc thanh toán nào của máy chủ này, hoặc đến từ chế độ khác (kiểm thử hoặc thật).',
      other_payment:
        'Thanh toán ở cổng thanh toán khác với bản đã lưu về tài khoản, số tiền, loại tiền hoặc chế độ.',
      refused: 'Cổng thanh toán từ chối: {{detail}}',
    },
    processed: 'Đã xử lý sự kiện: {{id}}',
    stillFailed: 'Đã xử lý lại nhưng vẫn còn lỗi: {{id}}',
    stillWaiting: 'Chưa xử lý xong: {{id}}. Máy chủ sẽ tiếp tục thử.',
  },
} as const satisfies WordsLike<typeof english.adminPayments>;
