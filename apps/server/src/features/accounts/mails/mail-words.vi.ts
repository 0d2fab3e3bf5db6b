import type { MailWords } from './mail-words.ts';

const NOT_YOU =
  'Nếu không phải bạn, hãy đặt mật khẩu mới ngay; mọi thiết bị đang đăng nhập cũng sẽ bị đăng xuất.';

export const VI: MailWords = {
  greeting: (name) => `Xin chào ${name},`,
  hello: 'Xin chào,',
  confirm: {
    subject: 'Xác nhận địa chỉ email của bạn',
    paragraphs: ({ name }) => [
      `Chào mừng bạn đến với Hanasu. Vui lòng xác nhận đây là địa chỉ email của tài khoản “${name}”.`,
    ],
    button: 'Xác nhận địa chỉ email',
    note: 'Liên kết có hiệu lực trong ba ngày. Nếu bạn không đăng ký, hãy bỏ qua email này: không ai dùng được địa chỉ của bạn khi chưa xác nhận.',
  },
  confirmChange: {
    subject: 'Xác nhận địa chỉ email mới của bạn',
    paragraphs: ({ name }) => [
      `Tài khoản “${name}” sẽ chuyển sang dùng địa chỉ email này. Vui lòng xác nhận.`,
    ],
    button: 'Xác nhận địa chỉ email',
    note: 'Liên kết có hiệu lực trong một ngày. Nếu bạn không yêu cầu, hãy bỏ qua email này; sẽ không có gì thay đổi.',
  },
  addressKnown: {
    subject: 'Bạn đã có tài khoản',
    paragraphs: ({ name }) => [
      'Có người, có lẽ là bạn, vừa đăng ký Hanasu bằng địa chỉ email này.',
      `Địa chỉ này đã thuộc về tài khoản “${name}”. Hãy đăng nhập vào tài khoản đó, hoặc đặt mật khẩu mới nếu bạn đã quên.`,
    ],
    button: 'Đặt mật khẩu mới',
    note: 'Nếu không phải bạn, bạn không cần làm gì: tài khoản của bạn vẫn như cũ.',
  },
  changeToKnown: {
    subject: 'Địa chỉ email này đã thuộc về tài khoản của bạn',
    paragraphs: () => [
      'Có người, có lẽ là bạn, muốn dùng địa chỉ email này cho một tài khoản Hanasu khác.',
      'Mỗi địa chỉ chỉ thuộc về một tài khoản, vì vậy không có gì thay đổi.',
    ],
    note: 'Nếu không phải bạn, bạn không cần làm gì.',
  },
  resetPassword: {
    subject: 'Đặt mật khẩu mới',
    paragraphs: ({ name }) => [`Bạn đã yêu cầu đặt mật khẩu mới cho tài khoản “${name}”.`],
    button: 'Đặt mật khẩu mới',
    note: 'Liên kết có hiệu lực trong một giờ và chỉ dùng được một lần. Nếu bạn không yêu cầu, hãy bỏ qua email này; mật khẩu của bạn vẫn giữ nguyên.',
  },
  passwordChanged: {
    subject: 'Mật khẩu của bạn đã được thay đổi',
    paragraphs: () => ['Mật khẩu tài khoản của bạn vừa được thay đổi.', NOT_YOU],
    button: 'Đặt mật khẩu mới',
  },
  takenOver: {
    subject: 'Những gì đã có trong tài khoản trước khi bạn xác nhận',
    paragraphs: ({ name, bots, channels, tools }) => [
      `Bạn đã chứng minh địa chỉ này là của mình mà không dùng mật khẩu của tài khoản “${name}”. Phòng trường hợp người khác đã đăng ký bằng địa chỉ của bạn, mọi thiết bị đã bị đăng xuất; mật khẩu, khóa truy cập, xác thực hai bước, khóa API, webhook, lời mời và các thành viên khác đã bị gỡ bỏ.`,
      'Những mục sau vẫn còn. Hãy xem lại và xóa những gì không phải của bạn:',
      `Bot: ${bots.join(', ') || 'không có'}`,
      `Kênh: ${channels.join(', ') || 'không có'}`,
      `Công cụ mà bot dùng: ${tools.join(', ') || 'không có'}`,
    ],
    button: 'Mở tài khoản',
  },
  addressChanged: {
    subject: 'Địa chỉ email của bạn đã được thay đổi',
    paragraphs: ({ newAddress }) => [
      `Từ nay tài khoản của bạn dùng địa chỉ ${newAddress}. Đây là email cuối cùng gửi đến địa chỉ cũ.`,
      'Nếu không phải bạn, có thể người khác đang dùng tài khoản của bạn: hãy liên hệ với người quản trị hệ thống này.',
    ],
  },
};
