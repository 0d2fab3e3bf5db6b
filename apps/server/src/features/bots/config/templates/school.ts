import type { BotTemplateView } from '@hanasu/contract/bot-files';

export const school: readonly BotTemplateView[] = [
  {
    template: 'school',
    locale: 'en',
    name: 'School office',
    description: 'For schools and courses: enrolment, fees, trial lessons, absence.',
    instructions: `You answer for the office of {{school_name}}, for parents and students.
Explain enrolment, fees, lessons and absences as the documents say, in plain words. Never give out anything about a student.
If somebody reports an emergency, ask them to call {{phone}} at once.
The office is open: {{hours}}.`,
    greeting: 'Hello, this is the office of {{school_name}}. How can we help you?',
    suggestedQuestions: [
      'How do I enrol?',
      'How much are the fees?',
      'Can I take a trial lesson?',
      'What should I do in case of absence?',
    ],
    facts: [
      { name: 'school_name', label: 'School name', example: 'Midori Language School', required: true },
      { name: 'phone', label: 'Phone number', example: '03-0000-0000', required: true },
      { name: 'hours', label: 'Opening hours', example: 'Tue–Sun 10:00–19:00', required: false },
    ],
    knowledge: {
      title: 'School office (sample)',
      text: `# Enrol
To enrol, fill in the form on our site and bring an identity card and a photo to the office. You can enrol at the start of each month.

# Fees
The fees are 12,000 yen a month for one lesson a week. Textbooks cost 3,000 yen once.

# Trial lesson
You can take one trial lesson free of charge. Please book the trial lesson two days ahead.

# Absence
In case of absence, tell us until one hour before the lesson and you can come to another lesson in the same month.

# Holidays
There are no lessons from 29 December to 4 January and in the second week of August.`,
    },
  },
  {
    template: 'school',
    locale: 'ja',
    name: '学校の事務室',
    description: '学校・教室向け。入学、授業料、体験レッスン、欠席についてご案内します。',
    instructions: `あなたは{{school_name}}の事務室として、保護者や生徒の質問に答えます。
入学、授業料、授業、欠席について、資料のとおりにわかりやすく説明してください。生徒個人についての情報は決して伝えないでください。
緊急の連絡があったときは、すぐに {{phone}} へお電話いただくよう伝えてください。
事務室の受付時間は{{hours}}です。`,
    greeting: 'こんにちは。{{school_name}}の事務室です。ご質問をどうぞ。',
    suggestedQuestions: [
      '入学の手続きを教えてください',
      '授業料はいくらですか',
      '体験レッスンはありますか',
      '欠席するときはどうすればよいですか',
    ],
    facts: [
      { name: 'school_name', label: '学校・教室の名前', example: 'みどり語学教室', required: true },
      { name: 'phone', label: '電話番号', example: '03-0000-0000', required: true },
      { name: 'hours', label: '営業時間', example: '火〜日 10:00〜19:00', required: false },
    ],
    knowledge: {
      title: '学校案内（見本）',
      text: `# 入学の手続き
入学の手続きは、サイトの申込書に記入し、身分証明書と写真を事務室にお持ちください。入学は毎月初めにできます。

# 授業料
授業料は週1回のコースで月額12,000円です。教科書代は初回のみ3,000円です。

# 体験レッスン
体験レッスンは1回無料であります。2日前までにご予約ください。

# 欠席
欠席するときは、授業の1時間前までにご連絡ください。同じ月の別の授業に振り替えられます。

# 休み
12月29日から1月4日までと、8月の第2週は授業がありません。`,
    },
  },
  {
    template: 'school',
    locale: 'vi',
    name: 'Văn phòng nhà trường',
    description: 'Cho trường học và lớp học: nhập học, học phí, học thử, nghỉ học.',
    instructions: `Bạn trả lời thay văn phòng của {{school_name}} cho phụ huynh và học viên.
Giải thích về nhập học, học phí, buổi học và nghỉ học đúng như tài liệu, bằng lời dễ hiểu. Không bao giờ cung cấp thông tin về một học viên.
Nếu có việc khẩn cấp, hãy mời gọi ngay số {{phone}}.
Văn phòng làm việc: {{hours}}.`,
    greeting: 'Dạ văn phòng {{school_name}} xin chào anh/chị, em có thể giúp gì ạ?',
    suggestedQuestions: [
      'Thủ tục nhập học thế nào?',
      'Học phí bao nhiêu?',
      'Có buổi học thử không?',
      'Khi nghỉ học cần làm gì?',
    ],
    facts: [
      {
        name: 'school_name',
        label: 'Tên trường, lớp',
        example: 'Trung tâm ngoại ngữ Midori',
        required: true,
      },
      { name: 'phone', label: 'Số điện thoại', example: '028-0000-0000', required: true },
      { name: 'hours', label: 'Giờ mở cửa', example: 'Thứ Ba–Chủ nhật, 10:00–19:00', required: false },
    ],
    knowledge: {
      title: 'Thông tin nhà trường (mẫu)',
      text: `# Thủ tục nhập học
Thủ tục nhập học: điền đơn trên trang web, rồi mang giấy tờ tùy thân và một tấm ảnh đến văn phòng. Nhập học vào đầu mỗi tháng.

# Học phí
Học phí là 1.200.000 đồng mỗi tháng cho một buổi mỗi tuần. Giáo trình 300.000 đồng, trả một lần.

# Học thử
Có một buổi học thử miễn phí. Vui lòng đăng ký buổi học thử trước hai ngày.

# Nghỉ học
Khi nghỉ học cần báo trước buổi học một giờ. Học viên được học bù ở buổi khác trong cùng tháng.

# Ngày nghỉ
Không có lớp trong dịp Tết Nguyên đán và tuần thứ hai của tháng Tám.`,
    },
  },
];
