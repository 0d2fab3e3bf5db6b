import {
  FormDefinition,
  type FormField,
  type FormLanguage,
  type FormSettings,
} from '@hanasu/contract/form-definition';
import type { FormTemplate } from '@hanasu/contract/forms';
import type { z } from 'zod';

/** The same words in all languages: English, Japanese, Vietnamese. */
type Said = readonly [en: string, ja: string, vi: string];
type Input = z.input<typeof FormField>;
type Kind = Input['kind'];
interface TemplateField {
  readonly kind: Kind;
  readonly key: string;
  readonly label: Said;
  readonly help?: Said;
  readonly options?: readonly (readonly [id: string, label: Said])[];
  /** What only this kind has. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly text?: Said;
}
interface Template {
  readonly title: Said;
  readonly lead: Said;
  readonly thanks: Said;
  readonly pages: readonly (readonly TemplateField[])[];
}

const required = { required: true };
const NAME: TemplateField = {
  kind: 'text',
  key: 'name',
  label: ['Your name', 'お名前', 'Họ và tên'],
  more: { ...required, max: 100, mapTo: { fact: 'displayName' }, prefill: true },
};
const KANA: TemplateField = {
  kind: 'text',
  key: 'kana',
  label: ['Name in kana', 'フリガナ', 'Phiên âm tên (kana)'],
  more: { max: 100, pattern: 'katakana', mapTo: { fact: 'kana' } },
};
const EMAIL: TemplateField = {
  kind: 'email',
  key: 'email',
  label: ['Email address', 'メールアドレス', 'Email'],
  more: { ...required, mapTo: { fact: 'email' }, prefill: true },
};
const PHONE: TemplateField = {
  kind: 'phone',
  key: 'phone',
  label: ['Phone number', '電話番号', 'Số điện thoại'],
  more: { ...required, mapTo: { fact: 'phone' }, prefill: true },
};
const CONSENT: TemplateField = {
  kind: 'consent',
  key: 'consent',
  label: ['Privacy', '個人情報の取り扱い', 'Quyền riêng tư'],
  more: required,
  text: [
    'I agree that {{shop}} uses my details to handle this request.',
    '入力した情報を{{shop}}がお問い合わせへの対応のために利用することに同意します。',
    'Tôi đồng ý để {{shop}} dùng thông tin đã nhập để xử lý yêu cầu này.',
  ],
};
const THANKS: Said = [
  'Thank you. We have received your answers and will get back to you.',
  'ご回答ありがとうございました。担当者よりご連絡いたします。',
  'Xin cảm ơn. Chúng tôi đã nhận được thông tin và sẽ sớm liên hệ lại.',
];

const TEMPLATES: Readonly<Record<FormTemplate, Template>> = {
  empty: { title: ['', '', ''], lead: ['', '', ''], thanks: THANKS, pages: [[]] },
  contact: {
    title: ['Contact us', 'お問い合わせ', 'Liên hệ'],
    lead: [
      'Tell us what we can do for you.',
      'ご質問・ご要望をお聞かせください。',
      'Xin cho chúng tôi biết quý khách cần hỗ trợ điều gì.',
    ],
    thanks: THANKS,
    pages: [
      [
        NAME,
        EMAIL,
        { ...PHONE, more: { ...PHONE.more, required: false } },
        {
          kind: 'choice',
          key: 'topic',
          label: ['What is it about?', 'お問い合わせの種類', 'Nội dung liên hệ'],
          more: required,
          options: [
            ['question', ['A question', 'ご質問', 'Câu hỏi']],
            ['order', ['An order', 'ご注文について', 'Đơn hàng']],
            ['opinion', ['Feedback', 'ご意見・ご要望', 'Góp ý']],
            ['other', ['Something else', 'その他', 'Khác']],
          ],
        },
        {
          kind: 'longText',
          key: 'message',
          label: ['Message', 'お問い合わせ内容', 'Nội dung'],
          more: required,
        },
        CONSENT,
      ],
    ],
  },
  reservation: {
    title: ['Reservation request', 'ご予約のお申し込み', 'Yêu cầu đặt chỗ'],
    lead: [
      'This is a request. The reservation is complete when we have confirmed it.',
      'こちらは仮のお申し込みです。担当者からの確認のご連絡をもってご予約が確定します。',
      'Đây là yêu cầu đặt chỗ. Việc đặt chỗ hoàn tất khi chúng tôi xác nhận.',
    ],
    thanks: [
      'Thank you. We will confirm your reservation shortly.',
      'お申し込みありがとうございます。確認のうえ、担当者よりご連絡いたします。',
      'Xin cảm ơn quý khách. Chúng tôi sẽ sớm xác nhận việc đặt chỗ.',
    ],
    pages: [
      [
        {
          kind: 'date',
          key: 'date',
          label: ['Preferred date', 'ご希望日', 'Ngày mong muốn'],
          more: { ...required, from: { days: 0 }, to: { days: 90 } },
        },
        {
          kind: 'time',
          key: 'time',
          label: ['Preferred time', 'ご希望時間', 'Giờ mong muốn'],
          more: required,
        },
        {
          kind: 'text',
          key: 'menu',
          label: ['Service or course', 'ご希望のメニュー・コース', 'Dịch vụ hoặc gói muốn đặt'],
          help: [
            'You can leave this empty if you have not decided.',
            '未定の場合は空欄のままで構いません。',
            'Quý khách có thể để trống nếu chưa chọn.',
          ],
        },
        {
          kind: 'longText',
          key: 'wishes',
          label: ['Requests', 'ご要望', 'Yêu cầu khác'],
          help: [
            'For example how many people will come, or another date that suits you.',
            '人数、第2希望の日時、ご指名など、ありましたらご記入ください。',
            'Ví dụ: số người, ngày giờ khác, nhân viên mong muốn.',
          ],
        },
      ],
      [NAME, PHONE, { ...EMAIL, more: { ...EMAIL.more, required: false } }, CONSENT],
    ],
  },
  questionnaire: {
    title: ['Customer survey', 'お客様アンケート', 'Khảo sát khách hàng'],
    lead: ['It takes about two minutes.', '所要時間は2分ほどです。', 'Khảo sát chỉ mất khoảng 2 phút.'],
    thanks: [
      'Thank you for your answers.',
      'アンケートにご協力いただき、ありがとうございました。',
      'Xin cảm ơn quý khách đã trả lời khảo sát.',
    ],
    pages: [
      [
        {
          kind: 'scale',
          key: 'satisfaction',
          label: ['How satisfied are you?', '満足度をお聞かせください', 'Mức độ hài lòng của quý khách'],
          more: required,
        },
        {
          kind: 'choice',
          key: 'found',
          label: [
            'How did you find us?',
            '当店をお知りになったきっかけ',
            'Quý khách biết đến chúng tôi qua đâu?',
          ],
          more: { other: true },
          options: [
            ['friend', ['Friends or family', 'ご家族・ご友人の紹介', 'Bạn bè, người thân']],
            ['search', ['Web search', 'インターネット検索', 'Tìm kiếm trên mạng']],
            ['social', ['Social media', 'SNS', 'Mạng xã hội']],
            ['passing', ['Passing by', '通りがかり', 'Đi ngang qua']],
          ],
        },
        {
          kind: 'choices',
          key: 'liked',
          label: [
            'What did you like?',
            'よかった点（複数選択可）',
            'Quý khách hài lòng về điều gì? (có thể chọn nhiều)',
          ],
          options: [
            ['quality', ['Quality', '品質', 'Chất lượng']],
            ['price', ['Price', '価格', 'Giá cả']],
            ['service', ['Service', '接客', 'Phục vụ']],
            ['place', ['Place', '店内の雰囲気', 'Không gian']],
          ],
        },
        {
          kind: 'scale',
          key: 'recommend',
          label: [
            'Would you recommend us to a friend?',
            '当店をご友人にすすめたいと思いますか',
            'Quý khách có muốn giới thiệu chúng tôi cho bạn bè không?',
          ],
          more: { from: 0, to: 10 },
        },
        { kind: 'longText', key: 'comment', label: ['Comments', 'ご意見・ご感想', 'Góp ý thêm'] },
      ],
    ],
  },
  application: {
    title: ['Job application', '採用応募フォーム', 'Ứng tuyển'],
    lead: [
      'Thank you for your interest in working with us.',
      'ご応募ありがとうございます。以下の項目をご入力ください。',
      'Cảm ơn bạn đã quan tâm đến công việc tại đây.',
    ],
    thanks: THANKS,
    pages: [
      [
        NAME,
        KANA,
        EMAIL,
        PHONE,
        {
          kind: 'date',
          key: 'birthday',
          label: ['Date of birth', '生年月日', 'Ngày sinh'],
          more: { to: { days: 0 }, mapTo: { fact: 'birthday' } },
        },
      ],
      [
        {
          kind: 'choice',
          key: 'work',
          label: ['Kind of work', 'ご希望の働き方', 'Hình thức làm việc'],
          more: required,
          options: [
            ['full', ['Full time', '正社員', 'Toàn thời gian']],
            ['part', ['Part time', 'パート・アルバイト', 'Bán thời gian']],
            ['other', ['Something else', 'その他', 'Khác']],
          ],
        },
        {
          kind: 'date',
          key: 'start',
          label: ['Earliest start', '勤務開始可能日', 'Ngày có thể bắt đầu'],
          more: { from: { days: 0 } },
        },
        { kind: 'longText', key: 'reasons', label: ['Why us?', '志望動機', 'Lý do ứng tuyển'] },
        {
          kind: 'file',
          key: 'resume',
          label: ['CV', '履歴書・職務経歴書', 'Hồ sơ (CV)'],
          help: ['PDF or picture.', 'PDFまたは画像をお送りください。', 'PDF hoặc ảnh'],
          more: { max: 3 },
        },
        CONSENT,
      ],
    ],
  },
  school: {
    title: ['School inquiry', '資料請求・体験入学のお申し込み', 'Đăng ký tư vấn khóa học'],
    lead: [
      'Tell us which course you are interested in.',
      'ご興味のあるコースをお聞かせください。',
      'Xin cho chúng tôi biết khóa học quý khách quan tâm.',
    ],
    thanks: THANKS,
    pages: [
      [
        {
          kind: 'choices',
          key: 'courses',
          label: ['Courses', 'ご興味のあるコース', 'Khóa học quan tâm'],
          more: { ...required, min: 1 },
          options: [
            ['language', ['Language', '語学', 'Ngoại ngữ']],
            ['exam', ['Exam preparation', '受験対策', 'Luyện thi']],
            ['children', ['For children', 'キッズ', 'Trẻ em']],
            ['business', ['Business', 'ビジネス', 'Kỹ năng công việc']],
          ],
        },
        {
          kind: 'choice',
          key: 'wish',
          label: ['I would like', 'ご希望の内容', 'Quý khách muốn'],
          more: required,
          options: [
            ['brochure', ['a brochure', '資料請求', 'nhận tài liệu']],
            ['trial', ['a trial lesson', '体験レッスン', 'học thử']],
            ['talk', ['to talk to somebody', '個別相談', 'được tư vấn']],
          ],
        },
        {
          kind: 'date',
          key: 'day',
          label: ['Day of the trial lesson', '体験レッスンのご希望日', 'Ngày học thử'],
          more: {
            from: { days: 1 },
            showIf: {
              kind: 'and',
              items: [{ kind: 'answer', field: 'wish', test: { op: 'any', options: ['trial'] } }],
            },
          },
        },
      ],
      [NAME, KANA, PHONE, EMAIL, CONSENT],
    ],
  },
};

const LANGUAGES = ['en', 'ja', 'vi'] as const satisfies readonly FormLanguage[];

/** A definition in one language. */
export function fromTemplate(template: FormTemplate, language: FormLanguage): FormDefinition {
  const say = (said: Said) => ({ [language]: said[LANGUAGES.indexOf(language)] ?? '' });
  const { title, lead, thanks, pages } = TEMPLATES[template];
  return FormDefinition.parse({
    languages: [language],
    title: say(title),
    lead: say(lead),
    thanks: say(thanks),
    pages: pages.map((fields) => ({
      fields: fields
        // Readings of names are asked for in Japanese.
        .filter(({ key }) => key !== KANA.key || language === 'ja')
        .map(({ kind, key, label, help, options, more, text }) => ({
          kind,
          key,
          label: say(label),
          ...(help ? { help: say(help) } : {}),
          ...(options ? { options: options.map(([id, words]) => ({ id, label: say(words) })) } : {}),
          ...(text ? { text: say(text) } : {}),
          ...more,
        })),
    })),
  });
}

/** Of a new form. */
export const FIRST_SETTINGS: FormSettings = {
  total: null,
  perPerson: null,
  from: null,
  until: null,
  conflict: 'keep',
  actions: [],
  reply: {},
  shop: { name: '', color: null, privacyUrl: null },
  sites: [],
};
