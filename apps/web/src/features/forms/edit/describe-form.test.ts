import { FormDefinition } from '@hanasu/contract/form-definition';
import { expect, test } from 'vitest';
import { loadEnglish } from '../../../testing/english.ts';
import { describeQuestion } from './describe-form.ts';

const describer = { ...(await loadEnglish()), customFieldName: (uuid: string) => `Field ${uuid.at(-1)}` };
const FIELD_UUID = '01932f00-0000-7000-8000-000000000007';
const answer = (field: string, test: object) => ({ kind: 'answer', field, test });

const form = FormDefinition.parse({
  languages: ['ja', 'en'],
  title: { ja: '予約' },
  pages: [
    {
      fields: [
        {
          kind: 'choice',
          key: 'seat',
          label: { en: 'Seat', ja: '席' },
          required: true,
          options: [
            { id: 'in', label: { en: 'Inside' } },
            { id: 'out', label: { ja: '庭' } },
            { id: 'any', label: {} },
          ],
        },
        { kind: 'number', key: 'people', label: {}, mapTo: { fieldUuid: FIELD_UUID } },
        { kind: 'text', key: 'name', label: { en: 'Name' }, mapTo: { fact: 'displayName' } },
        {
          kind: 'slot',
          key: 'slot',
          label: { en: 'When' },
          slots: [
            { at: '2026-03-01T10:00', places: 4 },
            { at: '2026-03-01T11:00', places: null },
          ],
        },
        { kind: 'scale', key: 'mood', label: { en: 'Mood' }, from: 0, to: 10 },
      ],
    },
  ],
});
const questions = form.pages.flatMap(({ fields }) =>
  fields.map((field) => describeQuestion(field, form, describer)),
);
const found = (key: string) => questions.find((question) => question.key === key);

test('a question has the label and the options of the first language that has them', () => {
  expect(found('seat')).toEqual({
    key: 'seat',
    kind: 'choice',
    name: '席',
    isRequired: true,
    choices: ['Inside', '庭', 'Option 3'],
    target: null,
    condition: null,
  });
  expect(found('people')?.name).toBe('(Number)');
});

test('a question names what its answer fills in', () => {
  expect(found('name')?.target).toBe('Name');
  expect(found('people')?.target).toBe('Field 7');
});

test('slots and scales list what can be chosen', () => {
  expect(found('slot')?.choices.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    'Mar 1, 2026, 10:00 AM (places: 4)',
    'Mar 1, 2026, 11:00 AM (places: Any)',
  ]);
  expect(found('mood')?.choices).toEqual(['0–10']);
});

const conditionOf = (showIf: object) => {
  const [page] = form.pages;
  const shown = { kind: 'text', key: 'last', label: { en: 'Last' }, showIf };
  const whole = FormDefinition.parse({
    ...form,
    pages: [{ ...page, fields: [...(page?.fields ?? []), shown] }],
  });
  const field = whole.pages[0]?.fields.at(-1);
  return field && describeQuestion(field, whole, describer).condition;
};

test.each([
  ['and', [answer('seat', { op: 'any', options: ['out', 'in'] })], '“席” is one of: 庭 / Inside'],
  ['or', [answer('name', { op: 'contains', text: 'Lan' })], '“Name” contains: Lan'],
  ['and', [answer('people', { op: 'between', from: 2, to: 8 })], '“(Number)” is between: 2 – 8'],
  ['and', [answer('people', { op: 'between', from: 2, to: null })], '“(Number)” is between: ≥ 2'],
  [
    'and',
    [answer('slot', { op: 'dates', from: null, to: '2026-03-05' })],
    '“When” is in the period: ≤ Mar 5, 2026',
  ],
  ['and', [{ kind: 'not', items: [answer('name', { op: 'is', text: 'Lan' })] }], '“Name” is not: Lan'],
  ['not', [answer('name', { op: 'empty' })], 'none of these is true\n– “Name” has no answer'],
  [
    'and',
    [
      answer('name', { op: 'empty' }),
      {
        kind: 'or',
        items: [
          answer('seat', { op: 'any', options: ['in'] }),
          answer('mood', { op: 'between', from: 5, to: 5 }),
        ],
      },
    ],
    [
      'all of these are true',
      '– “Name” has no answer',
      '– one of these is true',
      '   – “席” is one of: Inside',
      '   – “Mood” is between: 5 – 5',
    ].join('\n'),
  ],
])('a condition is described with its questions and options (%s, %j)', (kind, items, expected) => {
  expect(conditionOf({ kind, items })).toBe(expected);
});
