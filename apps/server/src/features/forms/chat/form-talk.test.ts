import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { FormDefinition, type FormLanguage } from '@hanasu/contract/form-definition';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  type AskedForm,
  addFile,
  afterFiles,
  askAgain,
  begin,
  type TalkState,
  type TalkStep,
  takeFile,
  takeSaid,
} from './form-talk.ts';

type Field = z.input<typeof FormDefinition>['pages'][number]['fields'][number];
const words = (en: string, ja = en) => ({ en, ja, vi: en });
const asked = (fields: readonly Field[], language: FormLanguage = 'en'): AskedForm => ({
  talkId: null,
  definition: FormDefinition.parse({
    languages: ['en', 'ja', 'vi'],
    title: words('Booking', 'ご予約'),
    pages: [{ fields }],
  }),
  words: customerWords(language).form,
  language,
  languages: [language, 'en'],
  today: '2026-11-24',
  closed: [{ key: 'slot', at: '2026-12-01T11:00', reason: 'slotTaken' }],
  url: 'https://chat.example/form/booking?t=token',
  takesFiles: true,
});
const withoutFiles = (fields: readonly Field[]): AskedForm => ({ ...asked(fields), takesFiles: false });
const NOTHING: TalkState = { step: 'asking', field: null, answers: {}, skipped: [] };

/** Says one thing after the other; answers what was said last, and how far it is. */
function talk(form: AskedForm, ...said: readonly string[]): TalkStep {
  let step: TalkStep = begin(form, NOTHING);
  for (const text of said) {
    if (step.kind !== 'said') throw new Error(`it has ended before "${text}"`);
    const next = takeSaid(form, step.state, text);
    step = next.kind === 'passed' ? step : next;
  }
  return step;
}
const stateOf = (step: TalkStep): TalkState => {
  if (!('state' in step)) throw new Error(`it is ${step.kind}`);
  return step.state;
};
const textOf = (step: TalkStep): string => ('saying' in step ? step.saying.text : step.kind);
const labels = (step: TalkStep): string[] =>
  'saying' in step ? step.saying.quickReplies.map(({ label }) => label) : [];

const name: Field = { kind: 'text', key: 'name', label: words('Your name?'), required: true };
const pet: Field = {
  kind: 'choice',
  key: 'pet',
  label: words('Cat or dog?'),
  options: [
    { id: 'cat', label: words('Cat', '猫') },
    { id: 'dog', label: words('Dog', '犬') },
  ],
};
const breed: Field = {
  kind: 'text',
  key: 'breed',
  label: words('Which breed?'),
  showIf: { kind: 'and', items: [{ kind: 'answer', field: 'pet', test: { op: 'any', options: ['dog'] } }] },
};

test('what was told before it begins is shown; the summary shows it where nothing is left to ask', () => {
  const form = asked([name, pet]);
  const answers = { pet: 'dog' };
  const begun = begin(form, { ...NOTHING, answers }, ['pet']);
  expect(textOf(begun)).toContain('Filled in from what you told us:\nCat or dog?: Dog\n\n1/2: Your name?');
  const whole = begin(form, { ...NOTHING, answers: { ...answers, name: 'Hana' } }, ['pet', 'name']);
  expect(textOf(whole)).toBe(
    'Booking\n\nPlease check:\n1. Your name?: Hana\n2. Cat or dog?: Dog\n\nIs this correct?',
  );
});

test('asks field by field, shows what can be tapped, sums up and sends', () => {
  const form = asked([{ kind: 'heading', key: 'hello', label: words('About you') }, name, pet, breed]);
  const begun = talk(form);
  expect(textOf(begun)).toBe(
    'Booking\nA few questions, about 1 minute. You can stop at any time with “Cancel”.\n\nAbout you\n\n1/2: Your name?',
  );
  expect(labels(begun)).toEqual(['Later', 'Cancel']);
  const second = talk(form, 'Hana');
  expect(textOf(second)).toContain('2/2: Cat or dog?\n1. Cat\n2. Dog');
  expect(labels(second)).toEqual(['Cat', 'Dog', 'Skip', 'Back', 'Later', 'Cancel']);
  const last = talk(form, 'Hana', '2', 'Shiba');
  expect(textOf(last)).toBe(
    'Please check:\n1. Your name?: Hana\n2. Cat or dog?: Dog\n3. Which breed?: Shiba\n\nIs this correct?',
  );
  const sent = talk(form, 'Hana', '2', 'Shiba', 'Send');
  expect(sent.kind).toBe('submit');
  expect(stateOf(sent).answers).toEqual({ name: 'Hana', pet: 'dog', breed: 'Shiba' });
});

test('skips what is not shown and what may be left out, and never what is required', () => {
  const form = asked([name, pet, breed]);
  const refused = talk(form, 'skip');
  expect(textOf(refused)).toContain('This question needs an answer.');
  expect(stateOf(refused).field).toBe('name');
  expect(stateOf(talk(form, 'Hana', 'Skip'))).toMatchObject({
    step: 'confirming',
    answers: { name: 'Hana' },
    skipped: ['pet'],
  });
  expect(stateOf(talk(form, 'Hana', 'Cat')).step).toBe('confirming');
});

test('goes back, changes one answer by its number, and asks for what follows from it', () => {
  const form = asked([name, pet, breed]);
  expect(stateOf(talk(form, 'Hana', 'back')).field).toBe('name');
  expect(stateOf(talk(form, 'back')).field).toBe('name');
  const changing = talk(form, 'Hana', 'Cat', 'Change');
  expect(textOf(changing)).toContain('Which one would you like to change?');
  const again = talk(form, 'Hana', 'Cat', 'Change', '2');
  expect(stateOf(again).field).toBe('pet');
  expect(stateOf(talk(form, 'Hana', 'Cat', 'Change', '2', 'Dog')).field).toBe('breed');
  expect(stateOf(talk(form, 'Hana', 'Cat', '1', 'Mai'))).toMatchObject({
    step: 'confirming',
    answers: { name: 'Mai', pet: 'cat' },
  });
});

test('is left for later and taken up where it was, in any language; cancelled, nothing is kept', () => {
  const form = asked([name, pet], 'ja');
  const left = talk(form, 'ハナ', 'あとで');
  expect(stateOf(left).step).toBe('paused');
  expect(takeSaid(form, stateOf(left), '明日の天気は').kind).toBe('passed');
  const on = takeSaid(form, stateOf(left), '「続ける」');
  expect(stateOf(on)).toMatchObject({ step: 'asking', field: 'pet', answers: { name: 'ハナ' } });
  expect(stateOf(takeSaid(form, stateOf(left), 'Tiếp tục')).field).toBe('pet');
  expect(textOf(talk(form, 'ハナ', 'キャンセル'))).toBe('キャンセルしました。内容は保存されていません。');
});

test('a question in the middle is for the bot; where free words are wanted it is an answer', () => {
  const wish: Field = { kind: 'longText', key: 'wish', label: words('What would you like to know?') };
  const ask = (field: Field) =>
    takeSaid(asked([field]), stateOf(talk(asked([field]))), 'Is parking free?').kind;
  expect(ask(name)).toBe('passed');
  expect(ask(pet)).toBe('passed');
  expect(ask(wish)).toBe('said');
});

const single = (field: Field, language: FormLanguage = 'en') => {
  const form = asked([field], language);
  return (said: string) => {
    const step = talk(form, said);
    const state = stateOf(step);
    return state.step === 'confirming' ? state.answers[field.key] : textOf(step).split('\n\n')[0];
  };
};

test.each<[Field, FormLanguage, Record<string, unknown>]>([
  [
    { kind: 'date', key: 'day', label: words('Day'), from: { days: 1 } },
    'ja',
    {
      明日: '2026-11-25',
      '１２月３日': '2026-12-03',
      '2026年12月3日': '2026-12-03',
      '1/5': '2027-01-05',
      今日: '2026/11/25以降の日付を入力してください（例：2026/11/25）。',
      いつか: '2026/11/25以降の日付を入力してください（例：2026/11/25）。',
    },
  ],
  [
    { kind: 'date', key: 'day', label: words('Day') },
    'vi',
    { '3/12': '2026-12-03', '03/12/2027': '2027-12-03' },
  ],
  [
    { kind: 'date', key: 'day', label: words('Day') },
    'en',
    {
      '2026-02-30': 'Please write a date, for example 2026-11-25.',
      tomorrow: '2026-11-25',
      '25/12': '2026-12-25',
    },
  ],
  [
    { kind: 'time', key: 'at', label: words('At') },
    'ja',
    { '14時30分': '14:30', '９時': '09:00', '9:5': '09:05' },
  ],
  [
    { kind: 'number', key: 'people', label: words('People'), min: 1, max: 8, whole: true },
    'en',
    {
      '４': 4,
      '12': 'Please enter a number from 1 to 8.',
      '2.5': 'Please write a whole number.',
      many: 'Please write a number without separators, for example 1500.',
    },
  ],
  // Unicode CLDR 46: Vietnam writes a point between thousands, Japan a comma.
  [
    { kind: 'number', key: 'budget', label: words('Budget') },
    'vi',
    { '150.000': 150_000, '150.000đ': 150_000, '1.500,50': 1_500.5, '50k': 50_000 },
  ],
  [
    { kind: 'number', key: 'budget', label: words('Budget') },
    'ja',
    {
      '１，５００円': 1_500,
      '¥1,500': 1_500,
      '150.000': '桁区切りのない数字を入力してください（例：1500）。',
    },
  ],
  [
    { kind: 'scale', key: 'how', label: words('How?') },
    'en',
    { '5': 5, '9': 'Please enter a number from 1 to 5.' },
  ],
  [
    {
      kind: 'choices',
      key: 'pets',
      label: words('Pets'),
      options: 'options' in pet ? pet.options : [],
      max: 1,
    },
    'en',
    {
      Cat: ['cat'],
      '1': ['cat'],
      '1, 2': 'Please choose at most 1.',
      'Cat, bird': 'Please choose one of the buttons.',
    },
  ],
  [
    {
      kind: 'slot',
      key: 'slot',
      label: words('When?'),
      slots: [{ at: '2026-12-01T10:00' }, { at: '2026-12-01T11:00' }],
    },
    'en',
    {
      '2026-12-01 10:00': '2026-12-01T10:00',
      '1': '2026-12-01T10:00',
      '2026-12-01 11:00': 'Please choose one of the buttons.',
    },
  ],
  [
    { kind: 'phone', key: 'phone', label: words('Phone') },
    'ja',
    { '０９０ー１２３４ー５６７８': '090-1234-5678', 12: 'お電話番号をご確認ください。' },
  ],
  [
    { kind: 'email', key: 'mail', label: words('Mail') },
    'vi',
    { 'mai@example.com': 'mai@example.com', mai: 'Dạ anh/chị kiểm tra lại email giúp em ạ.' },
  ],
  [
    { kind: 'consent', key: 'ok', label: words('Consent'), text: words('We keep it.'), required: true },
    'ja',
    { 同意する: true, はい: true, いいえ: '続けるには同意が必要です。' },
  ],
  [
    { kind: 'address', key: 'home', label: words('Address'), country: 'JP' },
    'ja',
    {
      '〒105-0011 東京都港区芝公園1-2-3': {
        country: 'JP',
        postalCode: '105-0011',
        region: '',
        city: '',
        line1: '東京都港区芝公園1-2-3',
        line2: '',
      },
    },
  ],
  [
    { kind: 'text', key: 'short', label: words('Short'), max: 3 },
    'en',
    { abcd: 'Please use up to 3 characters.', abc: 'abc' },
  ],
])('reads answers as people write them: %j in %s', (field, language, cases) => {
  const read = single(field, language);
  expect(Object.fromEntries(Object.keys(cases).map((said) => [said, read(said)]))).toEqual(cases);
});

test('what can be chosen may be called like a command', () => {
  const form = asked([
    {
      kind: 'choice',
      key: 'what',
      label: words('What is it about?'),
      options: [
        { id: 'stop', label: words('Cancel') },
        { id: 'other', label: words('Back') },
      ],
    },
  ]);
  expect(stateOf(talk(form, 'Back')).answers).toEqual({ what: 'other' });
});

test('a file is sent on the page, whose link is shown, where only words can be sent', () => {
  const form = withoutFiles([name, { kind: 'file', key: 'photo', label: words('Photo') }]);
  const step = talk(form, 'Hana');
  expect(textOf(step)).toContain('https://chat.example/form/booking?t=token');
  expect(stateOf(talk(form, 'Hana', 'here it is')).field).toBe('photo');
  expect(stateOf(talk(form, 'Hana', 'skip')).step).toBe('confirming');
});

test('asks again for what was taken in the meantime', () => {
  const form = asked([
    name,
    { kind: 'slot', key: 'slot', label: words('When?'), slots: [{ at: '2026-12-01T10:00' }] },
  ]);
  const confirmed = stateOf(talk(form, 'Hana', '1'));
  const again = askAgain(form, confirmed, { slot: 'slotTaken' });
  expect(again.state).toMatchObject({ field: 'slot', answers: { name: 'Hana' } });
  expect(textOf(again)).toContain('That time has just been taken.');
});

test('more than a submission holds is not taken', () => {
  const fields = Array.from(
    { length: 8 },
    (_, index): Field => ({ kind: 'longText', key: `k${index}`, label: words('Tell'), max: 10_000 }),
  );
  const said = Array.from({ length: 8 }, () => 'x'.repeat(9_000));
  const step = talk(asked(fields), ...said);
  expect(textOf(step)).toContain('too long altogether');
  expect(stateOf(step).field).toBe('k7');
});

const photos: Field = { kind: 'file', key: 'photos', label: words('Photos?'), max: 2 };
const FILE = '01920000-0000-7000-8000-00000000000';

test('files are taken up to as many as the field wants, and refused with the reason', () => {
  const form = asked([photos, name]);
  const first = talk(form);
  expect(textOf(first)).toContain('Please send photos or PDFs here: up to 2');
  const sent = takeFile(form, stateOf(first));
  expect(sent).toMatchObject({ kind: 'receiving', state: { receiving: 1 } });
  expect(textOf(takeSaid(form, stateOf(sent), 'Done'))).toContain('still receiving');
  const one = addFile(form, stateOf(first), { field: 'photos', id: `${FILE}1` });
  if (!one) throw new Error('it is taken');
  expect(addFile(form, one, { field: 'photos', id: `${FILE}1` })).toEqual(one);
  const more = afterFiles(form, one, ['type']);
  expect(textOf(more)).toContain('only take photos');
  expect(textOf(more)).toContain('1 of up to 2');
  expect(labels(more)).toContain('Done');
  expect(textOf(takeSaid(form, stateOf(more), 'Done'))).toContain('2/2: Your name?');
  const two = addFile(form, one, { field: 'photos', id: `${FILE}2` });
  if (!two) throw new Error('it is taken');
  expect(textOf(afterFiles(form, two, []))).toContain('2/2: Your name?');
  expect(addFile(form, two, { field: 'photos', id: `${FILE}3` })).toBeNull();
  expect(textOf(talkFrom(form, two, 'Hana'))).toContain('1. Photos?: 2 files');
});

const talkFrom = (form: AskedForm, state: TalkState, said: string): TalkStep =>
  takeSaid(form, { ...state, field: 'name' }, said);

test('passes on a file that no field asks for, and asks again after words instead of one', () => {
  expect(takeFile(asked([name]), stateOf(talk(asked([name]))))).toEqual({ kind: 'passed' });
  const form = asked([{ ...photos, required: true }, name]);
  expect(textOf(talk(form, 'here it is'))).toMatch(/^1\/2: Photos\?/);
  expect(textOf(talk(form, 'skip'))).toContain('needs an answer');
  expect(takeSaid(form, stateOf(talk(form)), 'How large may it be?')).toEqual({ kind: 'passed' });
  expect(textOf(talk(asked([photos, name]), 'skip'))).toContain('2/2');
});

test('no more than five files are sent with a form, whatever its fields take', () => {
  const form = asked([{ ...photos, max: 5 }, { ...photos, key: 'more' }, name]);
  const answers = { photos: [1, 2, 3, 4, 5].map((index) => `${FILE}${index}`) };
  const full: TalkState = { ...NOTHING, field: 'more', answers };
  expect(addFile(form, full, { field: 'more', id: `${FILE}6` })).toBeNull();
  expect(textOf(afterFiles(form, full, ['tooMany']))).toContain('2 files here');
});
