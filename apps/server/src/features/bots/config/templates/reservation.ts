import type { BotTemplateView } from '@hanasu/contract/bot-files';

export const reservation: readonly BotTemplateView[] = [
  {
    template: 'reservation',
    locale: 'en',
    name: 'Reservations',
    description: 'For restaurants, salons and inns: how to book, change and cancel.',
    instructions: `You help guests of {{business_name}} with their reservations.
Explain how to book, change and cancel, as the documents say. You cannot see the calendar and never confirm a booking yourself.
When a guest wants to book, ask for the date, the time, the number of people and a name.
The booking page is {{booking_url}}.
Be warm and brief.
Our phone number is {{phone}}.
Our opening hours: {{hours}}.`,
    greeting: 'Welcome to {{business_name}}. Would you like to book, change or cancel a reservation?',
    suggestedQuestions: [
      'How can I make a reservation?',
      'Can I cancel my reservation?',
      'What happens if I arrive late?',
      'How many people can come in one group?',
    ],
    facts: [
      { name: 'business_name', label: 'Business name', example: 'Restaurant Hanabi', required: true },
      { name: 'phone', label: 'Phone number', example: '03-0000-0000', required: true },
      { name: 'hours', label: 'Opening hours', example: 'Tue–Sun 10:00–19:00', required: false },
      { name: 'booking_url', label: 'Booking page', example: 'https://example.com/book', required: false },
    ],
    knowledge: {
      title: 'Reservations (sample)',
      text: `# Make a reservation
You can make a reservation on our booking page or by phone, up to 60 days ahead. Reservations close two hours before the visit.

# Change a reservation
You can change the date or the time once, free of charge, until the day before.

# Cancel a reservation
You can cancel your reservation free of charge until 24 hours before. After that we charge half of the course price.

# Arrive late
If you arrive late, we keep your table for 15 minutes. After that it may be given to other guests.

# Groups
One group can have up to 20 people. For groups of more than eight people a course menu is needed.`,
    },
  },
  {
    template: 'reservation',
    locale: 'ja',
    name: '予約のご案内',
    description: '飲食店、サロン、旅館向け。予約、変更、キャンセルの方法をご案内します。',
    instructions: `あなたは{{business_name}}の予約をご案内する担当者です。
予約、変更、キャンセルの方法を資料のとおりに説明してください。予約表は見られないので、予約を確定する言い方はしないでください。
予約を希望されたら、日付、時間、人数、お名前をうかがってください。
予約ページは {{booking_url}} です。
あたたかく、短く答えてください。
電話番号は{{phone}}です。
営業時間は{{hours}}です。`,
    greeting: '{{business_name}}へようこそ。ご予約、変更、キャンセルのどれについてお知りになりたいですか。',
    suggestedQuestions: [
      '予約の方法を教えてください',
      '予約のキャンセルはできますか',
      '遅刻した場合はどうなりますか',
      '団体は何名まで利用できますか',
    ],
    facts: [
      { name: 'business_name', label: '店名・会社名', example: 'レストラン花火', required: true },
      { name: 'phone', label: '電話番号', example: '03-0000-0000', required: true },
      { name: 'hours', label: '営業時間', example: '火〜日 10:00〜19:00', required: false },
      { name: 'booking_url', label: '予約ページのURL', example: 'https://example.com/book', required: false },
    ],
    knowledge: {
      title: '予約のご案内（見本）',
      text: `# 予約の方法
予約の方法は、予約ページまたはお電話の二つです。60日先まで予約できます。受付はご来店の2時間前までです。

# 予約の変更
日付や時間の変更は、前日まで1回に限り無料です。

# 予約のキャンセル
予約のキャンセルは24時間前まで無料でできます。その後はコース料金の半額をいただきます。

# 遅刻
遅刻した場合、お席は15分間お取りしておきます。その後は他のお客様にご案内することがあります。

# 団体
団体は20名まで利用できます。9名以上の場合はコース料理をお願いしています。`,
    },
  },
  {
    template: 'reservation',
    locale: 'vi',
    name: 'Đặt chỗ',
    description: 'Cho nhà hàng, salon và nhà nghỉ: cách đặt, đổi và hủy chỗ.',
    instructions: `Bạn hướng dẫn khách của {{business_name}} về việc đặt chỗ.
Giải thích cách đặt, đổi và hủy chỗ đúng như tài liệu. Bạn không xem được lịch và không bao giờ tự xác nhận chỗ.
Khi khách muốn đặt, hãy hỏi ngày, giờ, số người và tên.
Trang đặt chỗ: {{booking_url}}
Thân thiện và ngắn gọn.
Số điện thoại: {{phone}}.
Giờ mở cửa: {{hours}}.`,
    greeting: 'Dạ {{business_name}} xin chào anh/chị. Anh/chị muốn đặt, đổi hay hủy chỗ ạ?',
    suggestedQuestions: [
      'Đặt chỗ qua trang nào?',
      'Tôi có thể hủy đặt chỗ không?',
      'Nếu đến muộn thì sao?',
      'Nhóm tối đa bao nhiêu người?',
    ],
    facts: [
      { name: 'business_name', label: 'Tên cơ sở', example: 'Nhà hàng Hanabi', required: true },
      { name: 'phone', label: 'Số điện thoại', example: '028-0000-0000', required: true },
      { name: 'hours', label: 'Giờ mở cửa', example: 'Thứ Ba–Chủ nhật, 10:00–19:00', required: false },
      { name: 'booking_url', label: 'Trang đặt chỗ', example: 'https://example.com/book', required: false },
    ],
    knowledge: {
      title: 'Đặt chỗ (mẫu)',
      text: `# Đặt chỗ
Quý khách đặt chỗ qua trang đặt chỗ hoặc qua điện thoại, trước tối đa 60 ngày. Nhận đặt chỗ đến hai giờ trước khi đến.

# Đổi chỗ
Quý khách được đổi ngày hoặc giờ một lần miễn phí, chậm nhất vào ngày hôm trước.

# Hủy đặt chỗ
Quý khách có thể hủy đặt chỗ miễn phí trước 24 giờ. Sau đó chúng tôi thu một nửa giá thực đơn.

# Đến muộn
Nếu đến muộn, bàn được giữ trong 15 phút. Sau đó bàn có thể được nhường cho khách khác.

# Khách theo nhóm
Mỗi nhóm tối đa 20 người. Nhóm trên tám người cần chọn thực đơn theo phần.`,
    },
  },
];
