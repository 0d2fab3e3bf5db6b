import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupQuestions } from './group-questions.ts';

const asked = (texts: readonly string[]) => texts.map((text, index) => ({ id: String(index), text }));
const groupsOf = (...texts: string[]) => groupQuestions(asked(texts)).map(({ ids }) => ids.map(Number));

describe('alike questions come together', () => {
  test('English, politeness aside', () => {
    expect(
      groupsOf(
        'What are your opening hours?',
        'opening hours please',
        'Is there a parking lot?',
        'Hello, could you tell me the opening hours?',
        'Do you have parking?',
        'Can I bring my dog?',
      ),
    ).toEqual([[0, 1, 3], [2, 4], [5]]);
  });

  test('Japanese, whatever the width, case and politeness', () => {
    expect(
      groupsOf(
        '営業時間を教えてください',
        'ＷＩＦＩのパスワードは？',
        '営業時間は？',
        'wifiのパスワードを教えて',
        '駐車場はありますか',
        '営業時間はいつですか？',
      ),
    ).toEqual([[0, 2, 5], [1, 3], [4]]);
  });

  test('Vietnamese with and without marks', () => {
    expect(
      groupsOf('Giờ mở cửa là mấy giờ?', 'gio mo cua la may gio', 'Có chỗ đậu xe không?', 'co cho dau xe ko'),
    ).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test('most asked first, then the one that was asked first', () => {
    const groups = groupQuestions(asked(['dog?', 'parking?', 'Parking', 'towel?']));
    expect(groups.map(({ key, question }) => [key, question])).toEqual([
      ['1', 'parking?'],
      ['0', 'dog?'],
      ['3', 'towel?'],
    ]);
  });

  test('without words: the same characters', () => {
    expect(groupsOf('👍', '👍', '❤️')).toEqual([[0, 1], [2]]);
  });
});

const WORDS = ['parking', 'dog', '営業時間', '駐車場', 'giờ mở cửa', 'phòng', 'price', '料金', 'the', 'は'];
const questions = fc
  .array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }), { maxLength: 40 })
  .map((list) => asked(list.map((words) => words.join(' '))));

test('each question is in exactly one group, keys are those of members, sizes fall', () => {
  fc.assert(
    fc.property(questions, (list) => {
      const groups = groupQuestions(list);
      expect(groups.flatMap(({ ids }) => ids).toSorted()).toEqual(list.map(({ id }) => id).toSorted());
      for (const { key, ids } of groups) expect(ids[0]).toBe(key);
      const sizes = groups.map(({ ids }) => ids.length);
      expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    }),
  );
});

test('the same words are never in two groups, and a question more takes no key away from its own wording', () => {
  fc.assert(
    fc.property(questions, (list) => {
      const groups = groupQuestions(list);
      const more = groupQuestions([...list, ...list.map(({ id, text }) => ({ id: `${id}+`, text }))]);
      expect(more.map(({ key }) => key).toSorted()).toEqual(groups.map(({ key }) => key).toSorted());
    }),
  );
});

test('five thousand different questions are grouped', () => {
  const list = asked(
    Array.from({ length: 5_000 }, (_, index) => `Where is room ${index % 2_500} of the ${WORDS[index % 8]}?`),
  );
  expect(groupQuestions(list).flatMap(({ ids }) => ids)).toHaveLength(5_000);
});
