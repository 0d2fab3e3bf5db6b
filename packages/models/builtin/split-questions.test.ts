import { expect, test } from 'vitest';
import { splitQuestions } from './split-questions.ts';

const questionsIn = (message: string): string[] => splitQuestions(message).map(({ question }) => question);

test.each([
  [
    '診療時間は何時からですか？\nクリーニングの料金はいくら？\n駐車場はありますか？\n予約の変更はいつまで？\n土曜日はやっていますか？',
    [
      '診療時間は何時からですか？',
      'クリーニングの料金はいくら？',
      '駐車場はありますか？',
      '予約の変更はいつまで？',
      '土曜日はやっていますか？',
    ],
  ],
  [
    '営業時間を教えてください。あと、駐車場はありますか',
    ['営業時間を教えてください。', 'あと、駐車場はありますか'],
  ],
  ['何時までですか!?🙏場所はどこ', ['何時までですか!?', '🙏場所はどこ']],
  ['営業時間は\n定休日は', ['営業時間は', '定休日は']],
  ['カット料金いくらですか\n予約いりますか', ['カット料金いくらですか', '予約いりますか']],
  ['Mấy giờ mở cửa vậy shop?\nCó chỗ đậu xe không ạ', ['Mấy giờ mở cửa vậy shop?', 'Có chỗ đậu xe không ạ']],
  ['giá cắt tóc bao nhiêu\nđịa chỉ ở đâu vậy ạ', ['giá cắt tóc bao nhiêu', 'địa chỉ ở đâu vậy ạ']],
  ['When do you open? And is there parking?', ['When do you open?', 'And is there parking?']],
  ['how much is a haircut\ndo you take cards', ['how much is a haircut', 'do you take cards']],
])('several questions: %s', (message, questions) => {
  expect(questionsIn(message)).toEqual(questions);
});

test.each([
  '営業時間を教えてください',
  'こんにちは！\n営業時間は何時からですか？',
  'すみません、質問してもいいですか？\n駐車場はありますか？',
  '予約の変更は\n明日までできますか？',
  '昨日買った靴が小さいです。交換できますか？よろしくお願いします。',
  '「駐車場はありますか？」と電話でも聞きました。ありますか？',
  'りんご\nすいか\nぶどう',
  'https://example.com/?a=1&b=2 これはいくらですか？',
  'Cho em hỏi chút ạ. Cắt tóc bao nhiêu tiền?',
  'Dạ không có gì\nShop mở cửa mấy giờ',
  'Can I ask you something? What does a haircut cost?',
  'I bought shoes in May. They are too small. Can I return them?',
  '',
  '???',
])('one question at the most: %s', (message) => {
  expect(splitQuestions(message)).toEqual([{ text: message, question: message.trim() }]);
});

test('what leads up to a question belongs to it, and what follows the last one to that', () => {
  expect(
    splitQuestions('明日伺います。駐車場はありますか？\n犬がいます。\n一緒に入れますか？\nお願いします。'),
  ).toEqual([
    { text: '明日伺います。駐車場はありますか？', question: '駐車場はありますか？' },
    { text: '犬がいます。\n一緒に入れますか？\nお願いします。', question: '一緒に入れますか？' },
  ]);
});
