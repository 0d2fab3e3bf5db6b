import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { expect, test } from 'vitest';
import { extractAnswers } from './extract-answer.ts';

const hours = { number: 1, title: '案内', confidence: 0.6, text: '診療時間は午前9時から午後6時までです。' };
const parking = { number: 2, title: '案内', confidence: 0.6, text: '駐車場は建物の裏に5台分あります。' };
const ask = (question: string, passages: readonly (typeof hours)[], written?: string) => ({
  ...{ text: question, question, passages, written },
});

test('one question is answered without its words', () => {
  expect(extractAnswers([ask('診療時間は？', [hours])])).toEqual({
    text: '診療時間は午前9時から午後6時までです。 [1]',
    outcome: 'answered',
    language: 'ja',
    cited: [1],
  });
});

test('several are answered below the words of each', () => {
  const { text, outcome, cited } = extractAnswers([
    ask('診療時間は？', [hours]),
    ask('駐車場はありますか？', [parking]),
  ]);
  expect(text).toBe(
    '**診療時間は？**  \n診療時間は午前9時から午後6時までです。 [1]\n\n**駐車場はありますか？**  \n駐車場は建物の裏に5台分あります。 [2]',
  );
  expect({ outcome, cited }).toEqual({ outcome: 'answered', cited: [1, 2] });
});

test('what is answered alike is said once', () => {
  const { text } = extractAnswers([ask('診療時間は？', [hours]), ask('診療は何時まで？', [hours])]);
  expect(text).toBe('**診療時間は？**  \n**診療は何時まで？**  \n診療時間は午前9時から午後6時までです。 [1]');
});

test('what has no answer stands at the end, for what becomes of it to be said behind', () => {
  const { text, outcome } = extractAnswers([
    ask('犬は入れますか？', [parking]),
    ask('診療時間は？', [hours]),
    ask('保育士はいますか？', []),
  ]);
  expect(text).toBe(
    '**診療時間は？**  \n診療時間は午前9時から午後6時までです。 [1]\n\n**犬は入れますか？**  \n**保育士はいますか？**  \n',
  );
  expect(outcome).toBe('answered_partly');
});

test('none that has an answer', () => {
  expect(extractAnswers([ask('犬は入れますか？', [parking]), ask('保育士はいますか？', [])])).toEqual({
    text: customerWords('ja').notFound,
    outcome: 'not_found',
    language: 'ja',
    cited: [],
  });
});

test('what a person has written is said as it is', () => {
  const { text, outcome } = extractAnswers([
    ask('診療時間は？', [hours], '**年末**はお休みです。'),
    ask('駐車場はありますか？', [parking]),
  ]);
  expect(text).toContain('**診療時間は？**  \n**年末**はお休みです。');
  expect(outcome).toBe('answered');
});

test('the words of a customer are no Markdown, and not endless', () => {
  const { text } = extractAnswers([
    ask('*[診療時間](https://example.com)* は？', [hours]),
    ask(`駐車場は${'とても'.repeat(100)}ありますか？`, [parking]),
  ]);
  expect(text).toContain(String.raw`**\*\[診療時間\](https://example.com)\* は？**`);
  expect(text.length).toBeLessThan(400);
});
