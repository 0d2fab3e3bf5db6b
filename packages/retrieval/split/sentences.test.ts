import { expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const sentences = (text: string) =>
  splitSentences(text, 0, text.length).map((span) => text.slice(span.start, span.end));

it.each([
  ['今日は晴れ。明日は雨！本当？', ['今日は晴れ。', '明日は雨！', '本当？']],
  ['「本当ですか？」と聞いた。「はい。」答えた。', ['「本当ですか？」と聞いた。', '「はい。」', '答えた。']],
  ['「行く。」って言った。次。', ['「行く。」って言った。', '次。']],
  ['料金は1.5万円です。３．５％引き。', ['料金は1.5万円です。', '３．５％引き。']],
  ['えっ！？うそ……。はい。', ['えっ！？', 'うそ……。', 'はい。']],
  [
    'Ông ở TP. Hồ Chí Minh. ThS. Lan đến. Giá 1.000.000 đ.',
    ['Ông ở TP. Hồ Chí Minh.', 'ThS. Lan đến.', 'Giá 1.000.000 đ.'],
  ],
  [
    'Dr. Smith met J. Doe at 10 a.m. in Rome. He said "Go." Then left.',
    ['Dr. Smith met J. Doe at 10 a.m. in Rome.', 'He said "Go."', 'Then left.'],
  ],
  [
    'See example.com for v1.2. It is e.g. here. Really?! Yes.',
    ['See example.com for v1.2.', 'It is e.g. here.', 'Really?!', 'Yes.'],
  ],
  ['No stop at all', ['No stop at all']],
  ['  Padded.  \n Next. ', ['Padded.', 'Next.']],
])('%s', (text, expected) => {
  expect(sentences(text)).toEqual(expected);
});

it('reads only the part it is given', () => {
  expect(splitSentences('A one. B two. C three.', 7, 14)).toEqual([{ start: 7, end: 13 }]);
});
