import { FORM_FIELD_KINDS, FormDefinition, FormField } from '@hanasu/contract/form-definition';
import { describe, expect, test } from 'vitest';
import { changedParts } from '../../../shell/draft/text-changes.ts';
import { loadEnglish } from '../../../testing/english.ts';
import { describeBoth } from './compare-forms.ts';
import { movePage } from './form-draft.ts';

const describer = { ...(await loadEnglish()), customFieldName: (uuid: string) => `Field ${uuid.at(-1)}` };

interface Given {
  readonly [name: string]: unknown;
}
const text = (key: string, more: Given = {}) => ({
  kind: 'text',
  key,
  label: { en: `About ${key}` },
  ...more,
});
const formOf = (pages: readonly (readonly object[])[], more: Given = {}) =>
  FormDefinition.parse({
    languages: ['en'],
    title: { en: 'Visit' },
    pages: pages.map((fields) => ({ fields })),
    ...more,
  });
const changes = (before: FormDefinition, after: FormDefinition) => {
  const both = describeBoth(before, after, describer);
  return changedParts(both.before, both.after);
};
/** `part: kind`, with the earlier place of a moved one and each changed text. */
const summary = (before: FormDefinition, after: FormDefinition) =>
  changes(before, after).map(({ label, kind, movedFrom, place, texts }) =>
    [
      `${label || 'Form'}: ${movedFrom === null ? kind : `${movedFrom} → ${place}`}`,
      ...texts.map((one) => `${one.label}: ${one.before} → ${one.after}`),
    ].join(' | '),
  );

describe('a form', () => {
  const plain = formOf([[text('a'), text('b')], [text('c')]]);

  test('does not differ from itself', () => {
    expect(changes(plain, formOf([[text('a'), text('b')], [text('c')]]))).toEqual([]);
  });

  test('differs by its texts in each language and by its languages', () => {
    const after = {
      ...plain,
      languages: ['en' as const, 'vi' as const],
      title: { en: 'Visit us', vi: 'Ghé thăm' },
      thanks: { en: 'Thanks' },
    };
    expect(summary(plain, after)).toEqual([
      [
        'Form: changed',
        'Languages of the form: English → English, Tiếng Việt',
        'Title of the form (English): Visit → Visit us',
        'Title of the form (Tiếng Việt): null → Ghé thăm',
        'Shown after sending (English): null → Thanks',
      ].join(' | '),
    ]);
  });

  test('differs by questions that were added, removed, and moved to another page', () => {
    expect(
      summary(
        plain,
        formOf([
          [text('b'), text('n')],
          [text('c'), text('a')],
        ]),
      ),
    ).toEqual(['About n: added', 'About a: Page 1, question 1 → Page 2, question 2']);
    expect(summary(plain, formOf([[text('a')], [text('c')]]))).toEqual(['About b: removed']);
  });

  test('differs by a new page in front alone, and not by the questions behind it', () => {
    expect(summary(plain, formOf([[text('n')], [text('a'), text('b')], [text('c')]]))).toEqual([
      'Page 1: added',
      'About n: added',
    ]);
  });

  test('differs by a moved page alone', () => {
    expect(summary(plain, movePage(plain, 0, 1))).toHaveLength(1);
    expect(summary(plain, movePage(plain, 0, 1))[0]).toMatch(/^Page \d: Page \d → Page \d$/);
  });

  test('differs by the title of a page', () => {
    const after = {
      ...plain,
      pages: plain.pages.map((page) => ({ ...page, title: { en: 'You' } })).slice(0, 2),
    };
    expect(summary(plain, after)).toEqual([
      'Page 1: changed | Title of page 1: null → You',
      'Page 2: changed | Title of page 2: null → You',
    ]);
  });
});

const options = (...labels: string[]) => labels.map((en, index) => ({ id: `o${index}`, label: { en } }));
const CONDITION = {
  kind: 'and',
  items: [{ kind: 'answer', field: 'first', test: { op: 'empty' } }],
};
/** Two questions of each kind that differ in everything that its kind has. */
const ASKED = [
  { help: { en: 'Old' }, mapTo: null },
  { help: { en: 'New' }, required: true, mapTo: { fact: 'note' }, prefill: true, showIf: CONDITION },
] as const;
const PAIRS: Readonly<Record<FormField['kind'], readonly [Given, Given]>> = {
  text: [{}, { max: 5, pattern: 'digits' }],
  longText: [{}, { max: 5 }],
  number: [{}, { min: 1, max: 9, whole: true }],
  choice: [{ options: options('A', 'B') }, { options: options('A', 'C'), look: 'list', other: true }],
  choices: [{ options: options('A', 'B') }, { options: options('A', 'B', 'C'), min: 1, max: 2 }],
  scale: [
    { low: { en: 'Bad' }, high: { en: 'Good' } },
    { from: 0, to: 10, low: { en: 'No' }, high: { en: 'Yes' } },
  ],
  date: [{}, { from: { days: 1 }, to: '2026-12-31' }],
  time: [{}, {}],
  slot: [{ slots: [{ at: '2026-03-01T10:00' }] }, { slots: [{ at: '2026-03-01T10:00', places: 3 }] }],
  phone: [{}, {}],
  email: [{}, {}],
  address: [{}, { country: 'JP' }],
  file: [{}, { max: 3, picturesOnly: true }],
  consent: [{ text: { en: 'I agree' } }, { text: { en: 'I agree to all' } }],
  heading: [{ help: { en: 'Old' } }, { help: { en: 'New' }, showIf: CONDITION }],
  hidden: [{ param: 'a' }, { param: 'b', mapTo: { fact: 'note' } }],
};
const isAsked = (kind: string) => kind !== 'heading' && kind !== 'hidden';

describe.each(FORM_FIELD_KINDS)('a question of the kind %s', (kind) => {
  const [before, after] = PAIRS[kind];
  const question = (label: string, own: Given, shared: Given) =>
    FormField.parse({ kind, key: 'q', label: { en: label }, ...(isAsked(kind) ? shared : {}), ...own });
  const old = question('Old', before, ASKED[0]);
  const next = question('New', after, ASKED[1]);
  const first = text('first');
  const withQuestion = (field: FormField) => formOf([[first, field]]);
  const texts = (field: FormField) => changes(withQuestion(old), withQuestion(field))[0]?.texts ?? [];

  test.each(Object.keys(next).filter((name) => name !== 'key' && name !== 'kind'))(
    'shows that only its %s differs',
    (name) => {
      const values = { ...old, [name]: (next as Given)[name] };
      const changed = texts(FormField.parse(values));
      expect(changed.map(({ key }) => key.split('.')[0])).toEqual([name]);
      expect(changed[0]?.before).not.toBe(changed[0]?.after);
    },
  );

  test('shows that it concerns health', () => {
    const changed = isAsked(kind) ? texts(FormField.parse({ ...old, sensitive: true })) : [];
    expect(changed.map(({ key }) => key)).toEqual(isAsked(kind) ? ['sensitive'] : []);
  });
});
