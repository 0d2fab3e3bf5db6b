import { pickedTap, readFormTap } from '@hanasu/channels/spec/form-taps';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { FormDefinition, type FormLanguage } from '@hanasu/contract/form-definition';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type AskedForm, begin, type TalkState, type TalkStep, takeSaid } from './form-talk.ts';
import { takeTap } from './form-taps.ts';

// How people answer a booking in a chat: the words of the walk of 28 November 2026, and their neighbours.

type Field = z.input<typeof FormDefinition>['pages'][number]['fields'][number];
const label = (text: string) => ({ en: text, ja: text, vi: text });
const TALK = '01920000-0000-7000-8000-000000000001';
const asked = (fields: readonly Field[], language: FormLanguage = 'ja'): AskedForm => ({
  talkId: TALK,
  definition: FormDefinition.parse({
    languages: ['en', 'ja', 'vi'],
    title: label('Booking'),
    pages: [{ fields }],
  }),
  words: customerWords(language).form,
  language,
  languages: [language],
  // A Tuesday.
  today: '2026-11-24',
  closed: [],
  url: 'https://chat.example/form/booking?t=token',
  takesFiles: true,
});
const NOTHING: TalkState = { step: 'asking', field: null, answers: {}, skipped: [] };
const day: Field = { kind: 'date', key: 'day', label: label('ご希望日'), required: true, from: { days: 1 } };
const at: Field = { kind: 'time', key: 'at', label: label('ご希望の時間'), required: true };
const people: Field = { kind: 'number', key: 'people', label: label('人数'), whole: true, min: 1 };
const name: Field = { kind: 'text', key: 'name', label: label('お名前') };

const stateOf = (step: TalkStep): TalkState => {
  if (!('state' in step)) throw new Error(`it is ${step.kind}`);
  return step.state;
};
const textOf = (step: TalkStep): string => ('saying' in step ? step.saying.text : step.kind);
const repliesOf = (step: TalkStep) => ('saying' in step ? step.saying.quickReplies : []);
const labels = (step: TalkStep): string[] => repliesOf(step).map((reply) => reply.label);
const say = (form: AskedForm, ...texts: readonly string[]): TalkStep =>
  texts.reduce<TalkStep>((step, text) => takeSaid(form, stateOf(step), text), begin(form, NOTHING));

test('a booking is understood in the words of a chat, and shown with its date', () => {
  const form = asked([day, at, people, name]);
  const chosen = say(form, '来週の土曜');
  expect(stateOf(chosen).answers).toEqual({ day: '2026-12-05' });
  expect(textOf(chosen)).toMatch(/^2026\/12\/05（土）ですね。\n\n2\/4/);
  const timed = takeSaid(form, stateOf(chosen), '午後2時半');
  expect(textOf(timed)).toMatch(/^14:30ですね。/);
  const counted = takeSaid(form, stateOf(timed), '２名');
  expect(stateOf(counted).answers).toEqual({ day: '2026-12-05', at: '14:30', people: 2 });
  // What was said in the same figures needs no echo.
  expect(textOf(say(form, '2026/12/05'))).toMatch(/^2\/4/);
  expect(textOf(say(asked([at, name]), '14:30'))).toMatch(/^2\/2/);
});

test('the same in Vietnamese and English', () => {
  const vietnamese = say(
    asked([day, at, people, name], 'vi'),
    'thứ bảy tuần sau',
    '2 giờ chiều',
    'hai người',
  );
  expect(stateOf(vietnamese).answers).toEqual({ day: '2026-12-05', at: '14:00', people: 2 });
  const english = say(asked([day, at, people, name], 'en'), 'next Friday', 'half past two pm', 'two people');
  expect(stateOf(english).answers).toEqual({ day: '2026-12-04', at: '14:30', people: 2 });
});

describe('a time that is in the morning and in the afternoon', () => {
  const form = asked([at, name]);
  const which = say(form, '2時半');

  test('is asked about, with both as buttons', () => {
    expect(textOf(which)).toBe('午前2時30分と午後2時30分のどちらでしょうか。');
    expect(labels(which)).toEqual(['午前2時30分', '午後2時30分', 'あとで', 'キャンセル']);
    expect(stateOf(which)).toMatchObject({ field: 'at', pending: '2:30', answers: {} });
  });
  test('is chosen by a button, by its half alone, or by the whole time', () => {
    const tap = readFormTap(repliesOf(which)[1]?.data ?? null);
    expect(tap && stateOf(takeTap(form, stateOf(which), tap)).answers).toEqual({ at: '14:30' });
    for (const text of ['午後', '午後です', '午後2時半', '14時半'])
      expect(stateOf(takeSaid(form, stateOf(which), text)).answers).toEqual({ at: '14:30' });
    expect(stateOf(takeSaid(form, stateOf(which), '午前')).answers).toEqual({ at: '02:30' });
    const vietnamese = asked([at, name], 'vi');
    const asks = say(vietnamese, '2 giờ');
    expect(labels(asks)).toEqual(['2 giờ sáng', '2 giờ chiều', 'Để sau', 'Hủy']);
    expect(stateOf(takeSaid(vietnamese, stateOf(asks), 'chiều ạ')).answers).toEqual({ at: '14:00' });
  });
  test('is not asked about in the same way again', () => {
    const again = takeSaid(form, stateOf(which), '2時半');
    expect(stateOf(again)).toMatchObject({ misses: 1, pending: null });
    expect(textOf(again)).toContain('「14時30分」「午後2時半」のように入力してください。');
  });
});

describe('answers that can not be read', () => {
  const form = asked([at, name]);
  const second = say(form, 'いつでも', 'そのうち');
  const third = takeSaid(form, stateOf(second), '適当に');

  test('bring the link of the page after two, and a person after three', () => {
    expect(textOf(say(form, 'いつでも'))).not.toContain('https://');
    expect(textOf(second)).toContain(
      'こちらのページからもご入力いただけます：https://chat.example/form/booking?t=token',
    );
    expect(third).toMatchObject({ kind: 'called', state: { step: 'paused', field: 'at', misses: 0 } });
    expect(textOf(third)).toContain('担当者がこちらでご案内します');
    expect(labels(third)).toEqual(['続ける']);
  });
  test('leave the form where it was', () => {
    const on = takeSaid(form, stateOf(third), '続ける');
    expect(stateOf(on)).toMatchObject({ step: 'asking', field: 'at' });
    expect(stateOf(takeSaid(form, stateOf(on), '14時')).answers).toEqual({ at: '14:00' });
  });
  test('are counted for one question only', () => {
    const one = say(asked([at, day, name]), 'いつでも', '14時', 'いつか');
    expect(stateOf(one)).toMatchObject({ field: 'day', misses: 1 });
  });
  test('of a question without an answer count like others', () => {
    expect(say(form, 'スキップ', 'スキップ', 'スキップ').kind).toBe('called');
  });
});

describe('buttons for a day and a time', () => {
  test('are the picker of the vendor and the next days that the field takes', () => {
    const step = begin(asked([{ ...day, to: { days: 3 } }, name]), NOTHING);
    expect(repliesOf(step)[0]).toMatchObject({
      label: '日付を選ぶ',
      picker: { mode: 'date', min: '2026-11-25', max: '2026-11-27' },
    });
    expect(labels(step).slice(1)).toEqual([
      '11/25（水）',
      '11/26（木）',
      '11/27（金）',
      'あとで',
      'キャンセル',
    ]);
    // Each is typed back on channels whose buttons say their words.
    for (const text of labels(step).slice(1, 4))
      expect(stateOf(say(asked([day, name]), text)).field).toBe('name');
  });
  test('offer usual times', () => {
    const step = begin(asked([at, name]), NOTHING);
    expect(repliesOf(step)[0]).toMatchObject({ label: '時刻を選ぶ', picker: { mode: 'time' } });
    expect(labels(step)).toContain('10:00');
    expect(labels(step).length).toBeLessThanOrEqual(13);
  });
  test('keep their meaning on another day', () => {
    const form = asked([day, name]);
    const step = begin(form, NOTHING);
    const tap = readFormTap(repliesOf(step)[1]?.data ?? null);
    if (!tap) throw new Error('there is a button for tomorrow');
    expect(stateOf(takeTap({ ...form, today: '2026-11-25' }, stateOf(step), tap)).field).toBe('day');
    expect(stateOf(takeTap(form, stateOf(step), tap)).answers).toEqual({ day: '2026-11-25' });
  });
  test('answer with what was picked', () => {
    const form = asked([day, at, name]);
    const step = begin(form, NOTHING);
    const pick = readFormTap(repliesOf(step)[0]?.data ?? null);
    if (!pick) throw new Error('there is a picker');
    const picked = pickedTap(pick, '2027-02-28');
    const next = picked && takeTap(form, stateOf(step), picked);
    expect(next && stateOf(next).answers).toEqual({ day: '2027-02-28' });
    const clock = readFormTap((next && repliesOf(next)[0]?.data) ?? null);
    const timed = clock && pickedTap(clock, '14:35');
    expect(timed && next && stateOf(takeTap(form, stateOf(next), timed)).answers).toMatchObject({
      at: '14:35',
    });
    expect([pickedTap(pick, null), pickedTap(pick, '31 December')]).toEqual([null, null]);
    expect(textOf(takeTap(form, stateOf(step), pick))).toContain('ご希望日');
  });
  test('are left out where a day of birth is asked, or one single day is possible', () => {
    const born: Field = { kind: 'date', key: 'born', label: label('生年月日'), mapTo: { fact: 'birthday' } };
    expect(labels(begin(asked([born, name]), NOTHING))).toEqual([
      '日付を選ぶ',
      'スキップ',
      'あとで',
      'キャンセル',
    ]);
    const once: Field = { ...day, from: '2026-12-01', to: '2026-12-01' };
    expect(labels(begin(asked([once, name]), NOTHING))).toEqual(['12/1（火）', 'あとで', 'キャンセル']);
  });
});

describe('slots', () => {
  const slot: Extract<Field, { kind: 'slot' }> = {
    kind: 'slot',
    key: 'slot',
    label: label('枠'),
    slots: [
      { at: '2026-11-24T09:00' },
      { at: '2026-12-05T10:00' },
      { at: '2026-12-05T14:00' },
      { at: '2026-12-06T14:00' },
    ],
  };
  const form: AskedForm = {
    ...asked([slot, name]),
    closed: [{ key: 'slot', at: '2026-11-24T09:00', reason: 'slotOver' }],
  };
  test.each([
    ['来週の土曜の午後2時', '2026-12-05T14:00'],
    ['12月5日の10時', '2026-12-05T10:00'],
    ['12/5 2時', '2026-12-05T14:00'],
    ['来週の日曜', '2026-12-06T14:00'],
  ])('%s is one of them', (text, chosen) => {
    expect(stateOf(say(form, text)).answers).toEqual({ slot: chosen });
  });
  test('are asked for again where several are meant', () => {
    expect(stateOf(say(form, '来週の土曜'))).toMatchObject({ field: 'slot', misses: 1 });
  });
  test('in the past are not offered, and a button for one says so', () => {
    const open = asked([slot, name]);
    const before = begin(open, NOTHING);
    expect(labels(begin(form, NOTHING))).not.toContain(labels(before)[0]);
    const tap = readFormTap(repliesOf(before)[0]?.data ?? null);
    expect(tap && textOf(takeTap(form, stateOf(before), tap))).toContain('すでに過ぎています');
  });
  test('say so when none is left', () => {
    const closed = slot.slots.map((one) => ({ key: 'slot', at: one.at, reason: 'slotTaken' as const }));
    expect(textOf(begin({ ...form, closed }, NOTHING))).toContain('現在ご予約いただける日時がありません。');
  });
});

describe('long forms', () => {
  test('end in a summary that asks whether it is right, within one message of every vendor', () => {
    const fields = Array.from(
      { length: 40 },
      (_, index): Field => ({
        kind: 'longText',
        key: `k${index}`,
        label: label('質'.repeat(150)),
        max: 2_000,
      }),
    );
    const form = asked(fields);
    const answers = Object.fromEntries(fields.map(({ key }) => [key, '答'.repeat(1_000)]));
    const text = textOf(begin(form, { ...NOTHING, answers }));
    // Zalo's messages have 2,000 characters.
    expect(text.length).toBeLessThan(2_000);
    expect(text).toMatch(/^Booking\n\n以下の内容でよろしいでしょうか。\n1\. 質+…: 答+…\n/);
    expect(text).toContain('\n40. 質');
  });
  test('shorten lists of choices alike, and keep their numbers', () => {
    const options = Array.from({ length: 200 }, (_, index) => ({
      id: `o${index}`,
      label: label(`選${'択'.repeat(150)}`),
    }));
    const step = begin(asked([{ kind: 'choice', key: 'one', label: label('どれ'), options }, name]), NOTHING);
    expect(textOf(step).length).toBeLessThan(5_000);
    expect(textOf(step)).toContain('\n200. 選');
    expect(labels(step).length).toBe(13);
    expect(
      stateOf(
        takeSaid(
          asked([{ kind: 'choice', key: 'one', label: label('どれ'), options }, name]),
          stateOf(step),
          '200',
        ),
      ).answers,
    ).toEqual({ one: 'o199' });
  });
});
