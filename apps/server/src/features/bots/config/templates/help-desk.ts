import type { BotTemplateView } from '@hanasu/contract/bot-files';

export const helpDesk: readonly BotTemplateView[] = [
  {
    template: 'help_desk',
    locale: 'en',
    name: 'Internal help desk',
    description: 'For your own staff: passwords, leave, expenses, equipment.',
    instructions: `You are the internal help desk of {{company_name}}. Only staff write to you.
Give the steps in order, as the documents say. Name the form or the person in charge if the documents do.
Never ask for a password. For anything you cannot solve, send people to {{contact}}.`,
    greeting: 'Help desk of {{company_name}}. What do you need?',
    suggestedQuestions: [
      'How do I reset my password?',
      'How do I apply for leave?',
      'When are expenses paid back?',
      'The printer is jammed. What should I do?',
    ],
    facts: [
      { name: 'company_name', label: 'Company name', example: 'Aoba Trading', required: true },
      { name: 'contact', label: 'Where to ask', example: 'it@example.com', required: true },
    ],
    knowledge: {
      title: 'Help desk (sample)',
      text: `# Reset a password
To reset your password, open the sign-in page and press "Forgot password". The link in the mail works for one hour.

# Apply for leave
Apply for leave in the staff portal under "Leave", at least five working days ahead. Your team lead approves it.

# Expenses
Expenses are paid back on the 25th of each month. Hand in the receipts until the 10th.

# Printer
If the printer is jammed, open the front cover and pull the paper out slowly. If it stays jammed, call extension 301.

# New equipment
New equipment is ordered with form E-2, signed by your team lead. It takes about two weeks.`,
    },
  },
  {
    template: 'help_desk',
    locale: 'ja',
    name: '社内ヘルプデスク',
    description: '社員向け。パスワード、休暇、経費、機器についての質問に答えます。',
    instructions: `あなたは{{company_name}}の社内ヘルプデスクです。質問するのは社員だけです。
資料のとおり、手順を順番に説明してください。資料に書かれていれば、書類の名前や担当者も伝えてください。
パスワードは決してたずねないでください。解決できないことは {{contact}} へ案内してください。`,
    greeting: '{{company_name}}のヘルプデスクです。ご用件をどうぞ。',
    suggestedQuestions: [
      'パスワードを再設定する方法を教えてください',
      '休暇の申請はどうすればよいですか',
      '経費はいつ精算されますか',
      'プリンターの紙が詰まりました',
    ],
    facts: [
      { name: 'company_name', label: '会社名', example: '青葉商事', required: true },
      { name: 'contact', label: '問い合わせ先', example: 'it@example.com', required: true },
    ],
    knowledge: {
      title: '社内ヘルプデスク（見本）',
      text: `# パスワードの再設定
パスワードを再設定するには、サインイン画面で「パスワードを忘れた場合」を押します。メールのリンクは1時間有効です。

# 休暇の申請
休暇の申請は、社員ポータルの「休暇」から5営業日前までに行います。チームリーダーが承認します。

# 経費の精算
経費は毎月25日に精算されます。領収書は10日までに提出してください。

# プリンター
プリンターの紙が詰まったときは、前面のカバーを開け、紙をゆっくり引き出してください。直らないときは内線301へご連絡ください。

# 機器の購入
新しい機器は、チームリーダーの署名がある書類E-2で注文します。届くまで約2週間かかります。`,
    },
  },
  {
    template: 'help_desk',
    locale: 'vi',
    name: 'Hỗ trợ nội bộ',
    description: 'Cho nhân viên: mật khẩu, nghỉ phép, chi phí, thiết bị.',
    instructions: `Bạn là bộ phận hỗ trợ nội bộ của {{company_name}}. Chỉ nhân viên viết cho bạn.
Nêu các bước theo thứ tự, đúng như tài liệu. Nêu tên biểu mẫu hoặc người phụ trách nếu tài liệu có ghi.
Không bao giờ hỏi mật khẩu. Việc không giải quyết được, hãy hướng dẫn liên hệ {{contact}}.`,
    greeting: 'Dạ bộ phận hỗ trợ của {{company_name}} xin nghe. Anh/chị cần hỗ trợ gì ạ?',
    suggestedQuestions: [
      'Đặt lại mật khẩu thế nào?',
      'Xin nghỉ phép như thế nào?',
      'Chi phí được hoàn lại khi nào?',
      'Máy in bị kẹt giấy thì làm sao?',
    ],
    facts: [
      { name: 'company_name', label: 'Tên công ty', example: 'Công ty Aoba', required: true },
      { name: 'contact', label: 'Nơi liên hệ', example: 'it@example.com', required: true },
    ],
    knowledge: {
      title: 'Hỗ trợ nội bộ (mẫu)',
      text: `# Đặt lại mật khẩu
Để đặt lại mật khẩu, mở trang đăng nhập và bấm "Quên mật khẩu". Liên kết trong email có hiệu lực một giờ.

# Xin nghỉ phép
Xin nghỉ phép trên cổng nhân viên, mục "Nghỉ phép", trước ít nhất năm ngày làm việc. Trưởng nhóm sẽ duyệt.

# Chi phí
Chi phí được hoàn lại vào ngày 25 hằng tháng. Nộp hóa đơn trước ngày 10.

# Máy in
Khi máy in bị kẹt giấy, mở nắp trước và kéo giấy ra từ từ. Nếu vẫn kẹt, gọi số nội bộ 301.

# Thiết bị mới
Thiết bị mới được đặt bằng mẫu E-2 có chữ ký của trưởng nhóm. Mất khoảng hai tuần.`,
    },
  },
];
