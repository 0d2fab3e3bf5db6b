import type { accounts as english } from '../en/accounts.ts';
import type { WordsLike } from '../words.ts';

export const accounts = {
  signIn: 'Đăng nhập',
  signInTitle: 'Chào mừng trở lại',
  signInPurpose: 'Đăng nhập để vào bot, tri thức và hộp thư.',
  identifier: 'Email hoặc tên người dùng',
  password: 'Mật khẩu',
  showPassword: 'Hiện mật khẩu',
  noAccount: 'Chưa có tài khoản?',
  register: 'Tạo tài khoản',
  registerTitle: 'Tạo tài khoản',
  registerPurpose: 'Mười phút đến tin nhắn được trả lời đầu tiên. Không cần thẻ, không cần khóa.',
  username: 'Tên người dùng',
  usernameRule: 'Chỉ dùng chữ, số, dấu chấm, gạch ngang và gạch dưới.',
  email: 'Email',
  haveAccount: 'Đã có tài khoản?',
  strength: 'Độ mạnh mật khẩu: {{level}}',
  levels: { weak: 'yếu', fair: 'trung bình', good: 'tốt', strong: 'mạnh' },
  passwordHint: 'Ít nhất {{minimum}} ký tự. Vài từ liền nhau thì dễ nhớ và khó đoán.',
  pitch: {
    title: 'Bot trả lời từ chính tài liệu của bạn.',
    documents: 'Đưa cho bot một tệp PDF. Bot trả lời kèm trang đã tìm thấy.',
    channels: 'Trên ứng dụng nhắn tin và trang web, bằng ngôn ngữ của khách.',
    handover: 'Khi không biết, bot nói rõ và gọi người hỗ trợ.',
  },
} as const satisfies WordsLike<typeof english>;
