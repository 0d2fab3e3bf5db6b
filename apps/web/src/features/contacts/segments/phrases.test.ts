import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { CUSTOMER_FIELD_KINDS } from '@hanasu/contract/customer-fields';
import { Condition, type FieldTest } from '@hanasu/contract/segments';
import { expect, test } from 'vitest';
import { daysOf, phrasesOf, withDays, wordingOf } from './phrases.ts';

const ID = '01900000-0000-7000-8000-000000000001' as never;
const OTHER = '01900000-0000-7000-8000-000000000002' as never;
const fieldOf = (kind: CustomerFieldView['kind']) =>
  ({ uuid: ID, label: 'Rank', kind, options: [], hiddenFrom: [], archivedAt: null }) as never;
const ANY_CHANNEL = { channelUuids: [], channelKinds: [] };

const CONDITIONS: readonly Condition[] = [
  { kind: 'everybody' },
  { kind: 'tag', match: 'any', tagUuids: [ID] },
  { kind: 'tag', match: 'all', tagUuids: [ID] },
  { kind: 'tag', match: 'any', tagUuids: [ID, OTHER] },
  { kind: 'tag', match: 'all', tagUuids: [ID, OTHER] },
  { kind: 'language', languages: ['ja'] },
  { kind: 'contact', contact: 'phone' },
  { kind: 'contact', contact: 'email' },
  { kind: 'source', sources: ['staff'] },
  { kind: 'owner', ownerUuids: ['none'] },
  { kind: 'created', test: { op: 'days', from: null, to: -5 } },
  { kind: 'created', test: { op: 'dates', from: '2026-01-01', to: null } },
  { kind: 'birthday', test: { op: 'yearly', from: -2, to: 4 } },
  { kind: 'birthday', test: { op: 'days', from: 0, to: 0 } },
  { kind: 'birthday', test: { op: 'months', months: [2] } },
  { kind: 'birthday', test: { op: 'empty' } },
  { kind: 'friend', ...ANY_CHANNEL, states: [], consents: [] },
  { kind: 'window', ...ANY_CHANNEL },
  { kind: 'lastWrote', when: 'within', days: 3 },
  { kind: 'lastWrote', when: 'before', days: 3 },
  { kind: 'lastWrote', when: 'never', days: 3 },
  { kind: 'messages', days: 3, atLeast: 2 },
  { kind: 'handling', handlings: ['bot'] },
  { kind: 'tapped', menuUuid: ID, area: null, atLeast: 1, days: null },
  { kind: 'tapped', menuUuid: ID, area: { pageId: 'p1', areaId: 'a' }, atLeast: 4, days: 7 },
  { kind: 'submitted', formUuid: ID, days: null, answer: null },
  { kind: 'submitted', formUuid: ID, days: 7, answer: null },
  {
    kind: 'submitted',
    formUuid: ID,
    days: 7,
    answer: { field: 'room', test: { op: 'any', options: ['a'] } },
  },
  {
    kind: 'submitted',
    formUuid: ID,
    days: null,
    answer: { field: 'likes', test: { op: 'all', options: ['a'] } },
  },
  {
    kind: 'submitted',
    formUuid: ID,
    days: null,
    answer: { field: 'stars', test: { op: 'between', from: 1, to: 2 } },
  },
  {
    kind: 'submitted',
    formUuid: ID,
    days: null,
    answer: { field: 'stars', test: { op: 'between', from: null, to: 2 } },
  },
  { kind: 'submitted', formUuid: ID, days: null, answer: { field: 'news', test: { op: 'no' } } },
];
const TESTS: Readonly<Record<CustomerFieldView['kind'], readonly FieldTest[]>> = {
  text: [{ op: 'is', text: 'a' }, { op: 'contains', text: 'a' }, { op: 'empty' }],
  link: [{ op: 'is', text: 'a' }, { op: 'contains', text: 'a' }, { op: 'empty' }],
  number: [
    { op: 'between', from: 1, to: 1 },
    { op: 'between', from: 1, to: null },
    { op: 'between', from: null, to: 1 },
    { op: 'between', from: 1, to: 2 },
    { op: 'empty' },
  ],
  date: [
    { op: 'days', from: 0, to: null },
    { op: 'dates', from: null, to: '2026-01-01' },
    { op: 'yearly', from: 3, to: 3 },
    { op: 'months', months: [12] },
    { op: 'empty' },
  ],
  choice: [{ op: 'any', options: ['a'] }, { op: 'any', options: ['a', 'b'] }, { op: 'empty' }],
  multi: [{ op: 'any', options: ['a'] }, { op: 'all', options: ['a', 'b'] }, { op: 'empty' }],
  yesno: [{ op: 'yes' }, { op: 'no' }, { op: 'empty' }],
};

test('every condition has a wording, turned round too', () => {
  for (const condition of CONDITIONS)
    for (const isNot of [false, true]) {
      const { phrase, isPlainNot } = wordingOf({ condition, isNot, word: null }, phrasesOf(condition, []));
      expect(phrase, JSON.stringify(condition)).not.toBeNull();
      expect(isNot).toBe(isPlainNot || phrase?.isNot);
    }
});

test('every question of every kind of field has a wording', () => {
  for (const kind of CUSTOMER_FIELD_KINDS)
    for (const each of TESTS[kind]) {
      const condition: Condition = { kind: 'field', fieldUuid: ID, test: each };
      const phrases = phrasesOf(condition, [fieldOf(kind)]);
      expect(
        wordingOf({ condition, isNot: false, word: null }, phrases).phrase,
        `${kind} ${each.op}`,
      ).not.toBeNull();
    }
});

test('what a wording makes of a condition is worded so, and complete once its lists and texts are filled', () => {
  const fields = CUSTOMER_FIELD_KINDS.flatMap((kind) =>
    TESTS[kind].map((each) => ({
      condition: { kind: 'field', fieldUuid: ID, test: each } as Condition,
      kind,
    })),
  );
  for (const { condition, kind } of [
    ...CONDITIONS.map((one) => ({ condition: one, kind: null })),
    ...fields,
  ]) {
    for (const phrase of phrasesOf(condition, kind ? [fieldOf(kind)] : [])) {
      const turned = phrase.turn(condition);
      const row = { condition: turned, isNot: phrase.isNot, word: phrase.word };
      expect(wordingOf(row, phrasesOf(turned, kind ? [fieldOf(kind)] : [])).phrase?.word).toBe(phrase.word);
      const isOpen = /"(?:options|months)":\[\]|"text":""|"from":null,"to":null/.test(JSON.stringify(turned));
      expect(Condition.safeParse(turned).success, `${phrase.word} ${JSON.stringify(turned)}`).toBe(!isOpen);
    }
  }
});

test('a sentence keeps its wording while its number of days changes', () => {
  const test: FieldTest = { op: 'yearly', from: 0, to: 7 };
  expect(daysOf(test)).toBe(7);
  expect(withDays(test, 'dayNext', 3)).toEqual({ op: 'yearly', from: 0, to: 3 });
  expect(withDays({ op: 'days', from: null, to: -7 }, 'dayBefore', 30)).toEqual({
    op: 'days',
    from: null,
    to: -30,
  });
  const condition: Condition = { kind: 'birthday', test: { op: 'yearly', from: 0, to: 0 } };
  const phrases = phrasesOf(condition, []);
  expect(wordingOf({ condition, isNot: false, word: 'dayNext' }, phrases).phrase?.word).toBe('dayNext');
  expect(wordingOf({ condition, isNot: false, word: null }, phrases).phrase?.word).toBe('dayToday');
});
