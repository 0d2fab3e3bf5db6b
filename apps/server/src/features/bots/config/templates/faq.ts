import type { BotTemplateView } from '@hanasu/contract/bot-files';

export const faq: readonly BotTemplateView[] = [
  {
    template: 'faq',
    locale: 'en',
    name: 'Questions and answers',
    description: 'Answers what customers ask most: hours, address, payment, parking.',
    instructions: `You answer questions from customers of {{business_name}}.
Answer briefly and politely, in two or three sentences. Use only what the documents say.
If the documents do not say it, say so and give our phone number: {{phone}}.
Never promise prices, dates or refunds that are not written down.
Our opening hours: {{hours}}.`,
    greeting: 'Hello! This is {{business_name}}. What would you like to know?',
    suggestedQuestions: [
      'What are your opening hours?',
      'Which payment methods do you accept?',
      'Is there parking?',
      'Where are you located?',
    ],
    facts: [
      { name: 'business_name', label: 'Business name', example: 'Sakura Studio', required: true },
      { name: 'phone', label: 'Phone number', example: '03-0000-0000', required: true },
      { name: 'hours', label: 'Opening hours', example: 'Tue–Sun 10:00–19:00', required: false },
    ],
    knowledge: {
      title: 'Questions and answers (sample)',
      text: `# Opening hours
Our opening hours are 10:00 to 19:00 from Tuesday to Sunday. We are closed on Mondays.

# Payment
The payment methods we accept are cash, credit cards, PayPay and bank transfer.

# Parking
There is parking for six cars behind the building. Parking is free for two hours.

# Location
We are located at 1-2-3 Midori, five minutes on foot from the east exit of Midori station.

# Contact
You can reach us by phone at 03-0000-0000 during opening hours, or by e-mail at any time.`,
    },
  },
  {
    template: 'faq',
    locale: 'ja',
    name: 'よくある質問',
    description: '営業時間、場所、支払い方法、駐車場など、よく聞かれることに答えます。',
    instructions: `あなたは{{business_name}}のお客様からの質問に答える担当者です。
二、三文で、短くていねいに答えてください。資料に書かれていることだけを使ってください。
資料に書かれていないときは、その旨を伝え、電話番号 {{phone}} をご案内してください。
書かれていない料金、日付、返金を約束しないでください。
営業時間は{{hours}}です。`,
    greeting: 'こんにちは。{{business_name}}です。ご質問をどうぞ。',
    suggestedQuestions: [
      '営業時間を教えてください',
      '支払い方法は何がありますか',
      '駐車場はありますか',
      '場所はどこですか',
    ],
    facts: [
      { name: 'business_name', label: '店名・会社名', example: 'さくらスタジオ', required: true },
      { name: 'phone', label: '電話番号', example: '03-0000-0000', required: true },
      { name: 'hours', label: '営業時間', example: '火〜日 10:00〜19:00', required: false },
    ],
    knowledge: {
      title: 'よくある質問（見本）',
      text: `# 営業時間
営業時間は火曜日から日曜日の午前10時から午後7時までです。定休日は月曜日です。

# 支払い方法
支払い方法は現金、クレジットカード、PayPay、銀行振込があります。

# 駐車場
駐車場は建物の裏に6台分あります。2時間まで無料です。

# 場所
場所は緑町1-2-3です。緑駅の東口から歩いて5分です。

# お問い合わせ
お電話は営業時間中に03-0000-0000で承ります。メールはいつでも受け付けています。`,
    },
  },
  {
    template: 'faq',
    locale: 'vi',
    name: 'Câu hỏi thường gặp',
    description: 'Trả lời những điều khách hay hỏi: giờ mở cửa, địa chỉ, thanh toán, chỗ đậu xe.',
    instructions: `Bạn trả lời câu hỏi của khách hàng của {{business_name}}.
Trả lời ngắn gọn, lịch sự, trong hai hoặc ba câu. Chỉ dùng những gì tài liệu có ghi.
Nếu tài liệu không ghi, hãy nói như vậy và đưa số điện thoại {{phone}}.
Không hứa về giá, ngày hay việc hoàn tiền khi chưa được ghi rõ.
Giờ mở cửa: {{hours}}.`,
    greeting: 'Dạ {{business_name}} xin chào anh/chị, em có thể giúp gì ạ?',
    suggestedQuestions: [
      'Giờ mở cửa là mấy giờ?',
      'Có những hình thức thanh toán nào?',
      'Có chỗ đậu xe không?',
      'Địa chỉ ở đâu?',
    ],
    facts: [
      { name: 'business_name', label: 'Tên cơ sở', example: 'Sakura Studio', required: true },
      { name: 'phone', label: 'Số điện thoại', example: '028-0000-0000', required: true },
      { name: 'hours', label: 'Giờ mở cửa', example: 'Thứ Ba–Chủ nhật, 10:00–19:00', required: false },
    ],
    knowledge: {
      title: 'Câu hỏi thường gặp (mẫu)',
      text: `# Giờ mở cửa
Giờ mở cửa là từ 10 giờ đến 19 giờ, từ thứ Ba đến Chủ nhật. Thứ Hai nghỉ.

# Thanh toán
Các hình thức thanh toán gồm có tiền mặt, thẻ tín dụng, MoMo và chuyển khoản.

# Chỗ đậu xe
Phía sau tòa nhà có chỗ đậu xe cho 6 ô tô. Đậu xe miễn phí trong hai giờ.

# Địa chỉ
Địa chỉ ở số 12 đường Hoa Mai, cách ga tàu 5 phút đi bộ.

# Liên hệ
Quý khách gọi số 028-0000-0000 trong giờ mở cửa, hoặc gửi email bất cứ lúc nào.`,
    },
  },
];
