import type { AnswerLanguage } from './detect-language.ts';

/** What the built-in model says around its quotes. `closing` keeps people from taking a quote for an opinion. */
export const BUILTIN_WORDS = {
  en: {
    opening: 'This is what the documents say:',
    closing: 'Quoted from the documents word for word; nothing was generated.',
    notFound:
      'I could not find this in the documents. Try other words, or ask about something more specific.',
    hello: 'Hello! Ask me a question, and I will quote the answer from the documents.',
    thanks: 'You are welcome. Is there anything else you would like to know?',
    bye: 'Goodbye. Write again whenever you need to.',
  },
  ja: {
    opening: '資料には次のように書かれています。',
    closing: '資料の文章をそのまま引用しています（文章の生成は行っていません）。',
    notFound: '資料の中に該当する内容が見つかりませんでした。別の言葉や、より具体的な内容でお試しください。',
    hello: 'こんにちは。ご質問をどうぞ。資料から該当する箇所を引用してお答えします。',
    thanks: 'どういたしまして。ほかにご不明な点はございますか。',
    bye: 'ありがとうございました。またいつでもご連絡ください。',
  },
  vi: {
    opening: 'Tài liệu ghi như sau:',
    closing: 'Trích nguyên văn từ tài liệu, không có nội dung nào được tự tạo ra.',
    notFound: 'Tôi không tìm thấy nội dung này trong tài liệu. Bạn hãy thử từ khác hoặc hỏi cụ thể hơn.',
    hello: 'Xin chào! Bạn cứ đặt câu hỏi, tôi sẽ trích câu trả lời từ tài liệu.',
    thanks: 'Không có gì ạ. Bạn cần biết thêm điều gì nữa không?',
    bye: 'Tạm biệt bạn. Hãy nhắn lại bất cứ khi nào cần.',
  },
} as const satisfies Record<AnswerLanguage, Record<string, string>>;
