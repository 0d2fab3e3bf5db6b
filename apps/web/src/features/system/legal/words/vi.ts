import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const legal = {
  theOperator: 'đơn vị vận hành trang này',
  thePlace: 'nơi do đơn vị vận hành chọn',
  version: 'Phiên bản {{date}}',
  contact: 'Liên hệ',
  template:
    'Đây là bản mẫu đi kèm Hanasu. Đơn vị vận hành cần nhờ luật sư xem lại, hoặc đặt TERMS_URL và PRIVACY_URL tới văn bản của mình.',
  own: 'Đọc văn bản của đơn vị vận hành',
  terms: {
    title: 'Điều khoản sử dụng',
    service: {
      title: 'Dịch vụ',
      text: 'Máy chủ Hanasu này do {{operator}} vận hành và cung cấp cho bạn theo các điều khoản sau. Hanasu là phần mềm tạo bot trả lời theo tài liệu.',
    },
    account: {
      title: 'Tài khoản',
      text: 'Hãy cung cấp thông tin đúng, giữ kín mật khẩu và báo cho chúng tôi khi có người khác dùng tài khoản. Bạn chịu trách nhiệm về việc làm của các thành viên trong tài khoản.',
    },
    content: {
      title: 'Nội dung của bạn',
      text: 'Tài liệu, bot và hội thoại vẫn là của bạn. Chúng tôi chỉ lưu và xử lý trong phạm vi dịch vụ cần. Hãy chỉ dùng nội dung mà bạn có quyền sử dụng.',
    },
    answers: {
      title: 'Câu trả lời của bot',
      text: 'Bot trả lời tự động và có thể sai. Hãy kiểm tra điều bot nói, và đừng chỉ dựa vào bot khi sai sót có thể gây hại.',
    },
    conduct: {
      title: 'Điều không được làm',
      text: 'Không đăng nội dung trái pháp luật, không gửi tin nhắn rác, không tìm cách vượt giới hạn hay bảo mật, không làm điều mà LINE, Zalo, Telegram hay dịch vụ kết nối khác cấm.',
    },
    payment: {
      title: 'Token',
      text: 'Câu trả lời của mô hình ngôn ngữ dùng token. Giá được hiển thị trước khi bạn mua.',
    },
    end: {
      title: 'Chấm dứt',
      text: 'Bạn có thể xóa tài khoản bất cứ lúc nào ở trang tài khoản. Chúng tôi có thể tạm ngưng tài khoản vi phạm điều khoản.',
    },
    liability: {
      title: 'Trách nhiệm',
      text: 'Dịch vụ được cung cấp nguyên trạng. Trách nhiệm được loại trừ trong phạm vi pháp luật cho phép; quyền bắt buộc của người tiêu dùng vẫn giữ nguyên.',
    },
    change: {
      title: 'Thay đổi',
      text: 'Khi điều khoản có thay đổi quan trọng, chúng tôi báo cho bạn trước khi áp dụng.',
    },
  },
  privacy: {
    title: 'Chính sách quyền riêng tư',
    controller: {
      title: 'Ai chịu trách nhiệm',
      text: 'Dữ liệu cá nhân trên máy chủ này do {{operator}} chịu trách nhiệm.',
    },
    kept: {
      title: 'Lưu những gì',
      text: 'Tên, địa chỉ email, cách đăng nhập, thời gian đăng nhập và địa chỉ mạng của người dùng; tài liệu, bot, khách hàng và hội thoại trong tài khoản; phiên bản văn bản đã đồng ý và thời điểm đồng ý.',
    },
    why: {
      title: 'Để làm gì',
      text: 'Để cung cấp dịch vụ, giữ an toàn, tính token và gửi email về tài khoản.',
    },
    shared: {
      title: 'Ai khác nhận dữ liệu',
      text: 'Tin nhắn đi qua các kênh mà tài khoản kết nối (như LINE, Zalo, Telegram); câu hỏi và đoạn trích tìm được được gửi tới mô hình ngôn ngữ đã chọn cho bot. Mô hình có sẵn chạy ngay trên máy chủ này. Dữ liệu không được bán.',
    },
    place: { title: 'Lưu ở đâu', text: 'Dữ liệu được lưu tại {{place}}.' },
    duration: {
      title: 'Trong bao lâu',
      text: 'Cho tới khi bạn xóa trong ứng dụng hoặc xóa tài khoản; tài khoản đã xóa được xóa hẳn sau 7 ngày. Bản sao lưu hết hạn theo thời hạn của bản sao lưu.',
    },
    rights: {
      title: 'Quyền của bạn',
      text: 'Bạn có thể xem, sửa, xuất và xóa dữ liệu ở trang tài khoản, và viết tới liên hệ bên dưới cho việc khác.',
    },
    customers: {
      title: 'Khách của cửa hàng',
      text: 'Khi bạn nhắn cho một cửa hàng qua bot ở đây, cửa hàng đó quyết định cách xử lý hội thoại. Hãy hỏi cửa hàng trước.',
    },
    cookies: {
      title: 'Cookie',
      text: 'Chỉ dùng những gì cần: một cho đăng nhập và một cho ngôn ngữ. Không quảng cáo, không theo dõi.',
    },
  },
} as const satisfies WordsLike<typeof english.legal>;
