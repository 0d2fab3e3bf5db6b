import { expect, test } from 'vitest';
import { checkAnswers } from './form-answers.ts';
import { FormDefinition } from './form-definition.ts';
import type { FormAnswers } from './form-submissions.ts';

const TODAY = '2026-11-23';
const label = { en: 'Question' };
const formOf = (...fields: object[]) =>
  FormDefinition.parse({
    languages: ['en'],
    title: { en: 'Visit' },
    pages: [{ fields: fields.map((field, index) => ({ key: `q${index}`, label, ...field })) }],
  });
const problemOf = (field: object, answer: FormAnswers[string]) =>
  checkAnswers(formOf(field), { q0: answer }, TODAY).problems.q0 ?? null;
const options = [
  { id: 'tea', label: { en: 'Tea' } },
  { id: 'coffee', label: { en: 'Coffee' } },
];

test.each([
  [{ kind: 'text', max: 2 }, '髙橋様', 'tooLong'],
  [{ kind: 'text', pattern: 'katakana' }, 'たかはし', 'pattern'],
  [{ kind: 'text', pattern: 'katakana' }, 'タカハシ ジュン', null],
  [{ kind: 'text' }, true, 'wrongKind'],
  [{ kind: 'number', min: 1, whole: true }, 1.5, 'notWhole'],
  [{ kind: 'number', min: 1 }, 0, 'tooSmall'],
  [{ kind: 'number' }, '1', 'wrongKind'],
  [{ kind: 'choice', options }, 'milk', 'notOption'],
  [{ kind: 'choice', options }, 'other:Milk', 'notOption'],
  [{ kind: 'choice', options, other: true }, 'other:Milk', null],
  [{ kind: 'choices', options, max: 1 }, ['tea', 'coffee'], 'tooMany'],
  [{ kind: 'choices', options }, ['tea', 'tea'], 'tooMany'],
  [{ kind: 'scale' }, 6, 'tooLarge'],
  [{ kind: 'date' }, '2026-02-30', 'notDate'],
  [{ kind: 'date', from: { days: 0 } }, '2026-11-22', 'tooEarly'],
  [{ kind: 'date', to: '2026-12-31' }, '2027-01-01', 'tooLate'],
  [{ kind: 'time' }, '24:00', 'notTime'],
  [{ kind: 'slot', slots: [{ at: '2026-12-01T10:00' }] }, '2026-12-01T11:00', 'notSlot'],
  [{ kind: 'phone' }, '０９０（1234）5678', null],
  [{ kind: 'phone' }, '090-1234-5678; drop table', 'phone'],
  [{ kind: 'phone' }, '０９０ー１２３４ー５６７８', null],
  [{ kind: 'phone' }, '03-1234-5678（内線１２）', null],
  [{ kind: 'phone' }, '((((((', 'phone'],
  [{ kind: 'email' }, 'ｈａｎａ＠ｅｘａｍｐｌｅ。ｊｐ', null],
  [{ kind: 'text', pattern: 'url' }, 'ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ', null],
  [{ kind: 'text', pattern: 'url' }, 'ｅｘａｍｐｌｅ', 'pattern'],
  [{ kind: 'text', pattern: 'postalCodeJp' }, '〒５３０ー０００１', null],
  [{ kind: 'text', pattern: 'postalCodeJp' }, '５３０ー０００', 'pattern'],
  [{ kind: 'text', pattern: 'katakana' }, 'ﾊﾅﾀﾞ　ﾖｳｺ', null],
  [{ kind: 'text', pattern: 'letters' }, 'Anne‐Marie', null],
  [{ kind: 'email' }, 'an@example', 'email'],
  [{ kind: 'consent', text: label, required: true }, false, 'notAgreed'],
  [{ kind: 'text', required: true }, '', 'required'],
  [{ kind: 'heading' }, 'x', 'wrongKind'],
])('%j answered with %j: %s', (field, answer, problem) => {
  expect(problemOf(field, answer)).toBe(problem);
});

test('what is not shown is not asked for, and its answer is left out, also for conditions that ask about it', () => {
  const drinks = {
    kind: 'and',
    items: [{ kind: 'answer', field: 'q0', test: { op: 'any', options: ['tea'] } }],
  };
  const sugar = { kind: 'not', items: [{ kind: 'answer', field: 'q1', test: { op: 'empty' } }] };
  const form = formOf(
    { kind: 'choice', options },
    { kind: 'text', required: true, showIf: drinks },
    { kind: 'number', showIf: sugar },
  );
  expect(checkAnswers(form, { q0: 'tea' }, TODAY).problems).toEqual({ q1: 'required' });
  expect(checkAnswers(form, { q0: 'coffee', q1: 'Sencha', q2: 3, q9: 'x' }, TODAY)).toEqual({
    answers: { q0: 'coffee' },
    shown: ['q0'],
    problems: {},
    unknown: ['q9'],
  });
  expect(checkAnswers(form, { q0: 'tea', q1: 'Sencha', q2: 3 }, TODAY).shown).toEqual(['q0', 'q1', 'q2']);
});

test.each([
  [{ from: 0, to: 3 }, '2026-11-22', false],
  [{ from: 0, to: 3 }, '2026-11-23', true],
  [{ from: null, to: 0 }, '2026-11-24', false],
])('a field is shown for days %j from today when %s was answered: %s', (span, answer, isShown) => {
  const soon = { kind: 'and', items: [{ kind: 'answer', field: 'q0', test: { op: 'days', ...span } }] };
  const form = formOf({ kind: 'date' }, { kind: 'text', showIf: soon });
  expect(checkAnswers(form, { q0: answer }, TODAY).shown.includes('q1')).toBe(isShown);
});

test('a key is not the name of what every object has', () => {
  expect(() => formOf({ kind: 'text', key: 'constructor' })).toThrow(/another key/);
});

test('a condition asks only about what stands before it, and each key is there once', () => {
  const later = { kind: 'and', items: [{ kind: 'answer', field: 'q1', test: { op: 'yes' } }] };
  expect(() => formOf({ kind: 'text', showIf: later }, { kind: 'consent', text: label })).toThrow(/earlier/);
  expect(() => formOf({ kind: 'text', key: 'same' }, { kind: 'text', key: 'same' })).toThrow(/each key once/);
});
