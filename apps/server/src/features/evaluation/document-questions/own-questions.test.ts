import { expect, test } from 'vitest';
import { questionsFrom } from './first-steps.ts';

const passage = (text: string, ...headingPath: string[]) => ({ text, headingPath });

test('questions that stand in the document come first, as they stand there', () => {
  const passages = [
    passage('駐車場は12台です。', 'アクセス'),
    passage('Q1. 予約は必要ですか？\nA. 必要です。', 'よくある質問'),
  ];
  expect(questionsFrom(passages, 'ja')).toEqual([
    '予約は必要ですか？',
    'アクセスについて教えてください',
    'よくある質問について教えてください',
  ]);
});

test.each([
  ['ja', '2. 診療時間', '診療時間について教えてください'],
  ['vi', 'Giờ mở cửa', 'Cho tôi hỏi về giờ mở cửa'],
  ['en', '1.2 Opening hours', 'What should I know about opening hours?'],
  ['en', 'WiFi and TV', 'What should I know about WiFi and TV?'],
  [null, 'Parking', 'What should I know about parking?'],
  ['ja', 'WiFi', 'WiFiについて教えてください'],
  ['vi', '温泉', '温泉について教えてください'],
  ['en', 'Hủy phòng', 'Cho tôi hỏi về hủy phòng'],
])(
  'a subject is asked about in its language, or in that of the document (%s)',
  (language, heading, question) => {
    expect(questionsFrom([passage('…', 'Handbook', heading)], language)).toEqual([question]);
  },
);

test('a heading that is a question is asked as it is', () => {
  expect(questionsFrom([passage('Yes.', 'May I bring a dog?')], 'en')).toEqual(['May I bring a dog?']);
});

test('nothing is made up where the document has neither questions nor subjects', () => {
  expect(questionsFrom([passage('We open at nine.'), passage('a', 'x'.repeat(60))], 'en')).toEqual([]);
});
