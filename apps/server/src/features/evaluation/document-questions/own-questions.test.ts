import { expect, test } from 'vitest';
import { questionsFrom, spreadQuestionsFrom } from './own-questions.ts';

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
  ['ja', 'キャンセルについて', 'キャンセルについて教えてください'],
  ['vi', 'Về chỗ đậu xe', 'Cho tôi hỏi về chỗ đậu xe'],
  ['en', 'About parking', 'What should I know about parking?'],
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

test('questions are taken from the beginning, the middle and the end of a document', () => {
  const passages = [
    passage('Are you open on Sundays?\nMay I park here?\nDo you have rooms?', 'Common questions'),
    passage('…', 'Opening hours'),
    passage('…', 'Prices'),
    passage('…', 'Returns'),
    passage('Is there a pool?', 'Pool'),
    passage('…', 'Garden'),
  ];
  expect(spreadQuestionsFrom(passages, 'en')).toEqual([
    { question: 'Are you open on Sundays?', index: 0 },
    { question: 'What should I know about prices?', index: 2 },
    { question: 'Is there a pool?', index: 4 },
  ]);
});

test('a part without questions is made up for by the others', () => {
  const passages = [
    passage('May I park here?\nAre dogs welcome?\nIs there a pool?\nIs tea free?'),
    passage('We open at nine.'),
  ];
  expect(spreadQuestionsFrom(passages, 'en').map(({ question }) => question)).toEqual([
    'May I park here?',
    'Are dogs welcome?',
    'Is there a pool?',
  ]);
  expect(spreadQuestionsFrom([], 'en')).toEqual([]);
});

test('the name of the document is asked about where there is nothing else', () => {
  const parts = ['Hours', 'Prices', 'Parking'].map((heading) => passage('…', 'Handbook', heading));
  const asked = (passages: Parameters<typeof spreadQuestionsFrom>[0]) =>
    spreadQuestionsFrom(passages, 'en').map(({ question }) => question);
  expect(asked([passage('…', 'Handbook'), ...parts]).join()).not.toContain('handbook');
  expect(asked([passage('…', 'Handbook')])).toEqual(['What should I know about handbook?']);
});
