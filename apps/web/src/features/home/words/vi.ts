import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'Trang chủ',
  hello: 'Xin chào, {{name}}',
  purpose: 'Việc cần xử lý và tình hình hoạt động của bot.',
  landing: {
    claim: 'Chỉ cần tài liệu,\nđã có người tiếp khách.',
    lead: 'Bảng giá, hướng dẫn, câu hỏi thường gặp: Hanasu đọc tài liệu của quán và trả lời trên Zalo, LINE, Telegram và khung chat web. Điều gì không có trong tài liệu thì không đoán, mà gọi nhân viên.',
    channels: 'Dùng được với',
    web: 'Khung chat web',
    ask: 'Thứ Bảy quán mở đến mấy giờ ạ?',
    answer: 'Dạ, thứ Bảy mở đến 17 giờ ạ.',
    source: 'Hướng dẫn, trang 2',
    person: 'Để em nói\ntiếp ạ.',
    what: 'Cách hoạt động',
    steps: {
      documents: {
        title: 'Thêm tài liệu',
        text: 'PDF, Word, bảng tính, địa chỉ website. Tải lên nguyên bản, Hanasu tự đọc.',
      },
      tried: { title: 'Hỏi thử', text: 'Hỏi như khách hỏi và thấy ngay bot đã trả lời theo trang nào.' },
      live: {
        title: 'Xuất bản',
        text: 'Kết nối Zalo, LINE, Telegram hoặc khung chat web, bot trả lời cả ngày lẫn đêm.',
      },
      person: {
        title: 'Chuyển cho nhân viên',
        text: 'Điều bot chưa biết được chuyển vào hộp thư để nhân viên trả lời tiếp.',
      },
    },
    inboxTitle: 'Một hộp thư cho bot và nhân viên',
    inboxText: 'Xanh là bot, cam là người. Nhìn là biết ai đang trả lời.',
    p1: 'Điều viết trong tài liệu',
    p2: 'bot nói bằng tiếng của khách',
    p3: 'phần sau là nhân viên',
    slip: 'Hướng dẫn lễ tân, trang 2',
    slipText: 'T2–T6 9:00–19:00, T7 9:00–17:00',
    botSays: '土曜日は17時までです。',
    staffSays: 'Em Hạnh đây ạ, em giữ chỗ lúc 16 giờ 30 nhé.',
    factsTitle: 'Trước khi bắt đầu',
    cost: 'Chi phí thế nào?',
    costText:
      'Tài khoản mới được tặng {{tokens}} token, phần lớn được cộng sau khi xác nhận email. Không cần thẻ thanh toán khi đăng ký.',
    costOpen: 'Đăng ký miễn phí, không cần thẻ thanh toán.',
    data: 'Dữ liệu của tôi ở đâu?',
    dataText: 'Dữ liệu được lưu tại {{place}}.',
    dataPrivacy: 'Lưu những gì và trong bao lâu, xem tại',
    who: 'Ai vận hành?',
    own: 'Hanasu là mã nguồn mở: bạn cũng có thể chạy trên máy chủ của mình.',
    privacyLong: 'chính sách quyền riêng tư',
  },
} as const satisfies WordsLike<typeof english.home>;
