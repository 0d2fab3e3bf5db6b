import { readFormTap, writeFormTap } from '@hanasu/channels/spec/form-taps';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { FormDefinition } from '@hanasu/contract/form-definition';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type AskedForm, begin, type TalkState, type TalkStep, takeSaid } from './form-talk.ts';
import { takeButton, takeTap } from './form-taps.ts';

// cofacts/rumors-line-bot#49: a button of an earlier question answered the one that was asked later.

type Field = z.input<typeof FormDefinition>['pages'][number]['fields'][number];
const words = (en: string) => ({ en, ja: en, vi: en });
const yesNo = (key: string): Extract<Field, { kind: 'choice' }> => ({
  kind: 'choice',
  key,
  label: words(`${key}?`),
  options: [
    { id: 'yes', label: words('Yes') },
    { id: 'no', label: words('No') },
  ],
});
const TALK = '01920000-0000-7000-8000-000000000001';
const OTHER = '01920000-0000-7000-8000-000000000002';
const form = (fields: readonly Field[], talkId: string | null = TALK): AskedForm => ({
  talkId,
  definition: FormDefinition.parse({
    languages: ['en', 'ja', 'vi'],
    title: words('Booking'),
    pages: [{ fields }],
  }),
  words: customerWords('en').form,
  language: 'en',
  languages: ['en'],
  today: '2026-11-24',
  closed: [],
  url: 'https://chat.example/form/booking',
  takesFiles: true,
});
const three = form([yesNo('one'), yesNo('two'), yesNo('three')]);
const NOTHING: TalkState = { step: 'asking', field: null, answers: {}, skipped: [] };

const stateOf = (step: TalkStep): TalkState => {
  if (!('state' in step)) throw new Error(`it is ${step.kind}`);
  return step.state;
};
const textOf = (step: TalkStep): string => ('saying' in step ? step.saying.text : step.kind);
/** The tap on a button of what was said. */
function button(step: TalkStep, label: string) {
  const replies = 'saying' in step ? step.saying.quickReplies : [];
  const tap = readFormTap(replies.find((reply) => reply.label === label)?.data ?? null);
  if (!tap) throw new Error(`there is no button ${label}`);
  return tap;
}
const tapOn = (asked: TalkStep, label: string, now: TalkStep, of = three): TalkStep =>
  takeTap(of, stateOf(now), button(asked, label));

const first = begin(three, NOTHING);
const second = tapOn(first, 'Yes', first);
const third = tapOn(second, 'Yes', second);
const summary = tapOn(third, 'Yes', third);

describe('the data of a button', () => {
  test.each([
    { question: 0, action: 0, label: 'No' },
    { question: 99, action: 29, label: '' },
    { question: null, action: 'continue', label: 'Continue' },
    { question: { summary: 'aZ_-09' }, action: 'send', label: '送信する' },
  ] as const)('is read as it was written: %j', (tap) => {
    expect(readFormTap(writeFormTap({ talkId: TALK, ...tap }))).toEqual({ talkId: TALK, ...tap });
  });
  test('fits into the 64 bytes of a Telegram button, whose adapter uses two', () => {
    const label = '予約の変更をご希望の方はこちらを押してください'.repeat(3);
    const data = writeFormTap({ talkId: TALK, question: 99, action: 29, label });
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(62);
    expect(label.startsWith(readFormTap(data)?.label ?? '-')).toBe(true);
    expect(data.isWellFormed()).toBe(true);
  });
  test.each(['handover', 'satisfaction:5', 'f:', 'f:short:1:0:x', `f:${'A'.repeat(22)}:1:z:x`, 'b:x', ''])(
    '%j is none',
    (data) => {
      expect(readFormTap(data)).toBeNull();
    },
  );
  test('a try has buttons that say no more than their words', () => {
    const step = begin(form([yesNo('one')], null), NOTHING);
    expect('saying' in step && step.saying.quickReplies.every(({ data }) => data === undefined)).toBe(true);
  });
});

describe('a button of an earlier question', () => {
  test('changes the answer to its own question, and says so; what is asked stays', () => {
    const step = tapOn(first, 'No', third);
    expect(stateOf(step)).toMatchObject({ field: 'three', answers: { one: 'no', two: 'yes' } });
    expect(stateOf(step).answers).not.toHaveProperty('three');
    expect(textOf(step)).toBe(`Changed: one? → No\n\n${textOf(third)}`);
  });
  test('changes it under the summary as well', () => {
    const step = tapOn(second, 'No', summary);
    expect(stateOf(step)).toMatchObject({
      step: 'confirming',
      answers: { one: 'yes', two: 'no', three: 'yes' },
    });
    expect(textOf(step)).toContain('Changed: two? → No');
    expect(textOf(step)).toContain('2. two?: No');
  });
  test('does not skip, finish or go back from the question that is asked', () => {
    for (const label of ['Skip']) {
      const step = tapOn(first, label, third);
      expect(stateOf(step)).toEqual(stateOf(third));
      expect(textOf(step)).toBe(`That question is no longer open.\n\n${textOf(third)}`);
    }
    expect(stateOf(tapOn(second, 'Back', third))).toEqual(stateOf(third));
  });
  test('is over when its question is not shown any more', () => {
    const pet = form([
      yesNo('pet'),
      {
        ...yesNo('dog'),
        showIf: {
          kind: 'and',
          items: [{ kind: 'answer', field: 'pet', test: { op: 'any', options: ['yes'] } }],
        },
      },
      yesNo('last'),
    ]);
    const asked = begin(pet, NOTHING);
    const dog = tapOn(asked, 'Yes', asked, pet);
    const last = tapOn(asked, 'No', tapOn(dog, 'Yes', dog, pet), pet);
    const step = tapOn(dog, 'No', last, pet);
    expect(textOf(step)).toContain('That question is no longer open.');
    expect(stateOf(step)).toEqual(stateOf(last));
  });
  test('is over when its day was taken meanwhile', () => {
    const slot: Field = {
      kind: 'slot',
      key: 'when',
      label: words('When?'),
      slots: [{ at: '2026-12-01T10:00' }, { at: '2026-12-01T11:00' }],
    };
    const booking = form([slot, yesNo('last')]);
    const asked = begin(booking, NOTHING);
    const last = tapOn(asked, '2026-12-01 10:00', asked, booking);
    const full = {
      ...booking,
      closed: [{ key: 'when', at: '2026-12-01T11:00', reason: 'slotTaken' as const }],
    };
    const step = tapOn(asked, '2026-12-01 11:00', last, full);
    expect(stateOf(step)).toEqual(stateOf(last));
    expect(textOf(step)).toContain('no longer open');
    // The one that is left keeps its place, although the other is not offered any more.
    const early = {
      ...booking,
      closed: [{ key: 'when', at: '2026-12-01T10:00', reason: 'slotTaken' as const }],
    };
    expect(stateOf(tapOn(asked, '2026-12-01 11:00', asked, early)).answers).toEqual({
      when: '2026-12-01T11:00',
    });
  });
  test('answers its question early after going back', () => {
    const back = tapOn(second, 'Back', second);
    const step = tapOn(second, 'No', back);
    expect(stateOf(step)).toMatchObject({ field: 'one', answers: { two: 'no' } });
  });
});

describe('a button of the form', () => {
  test('answers a scale and a consent', () => {
    const asked = form([
      { kind: 'scale', key: 'how', label: words('How?'), from: 0, to: 10 },
      { kind: 'consent', key: 'ok', label: words('Consent'), text: words('We keep it.') },
    ]);
    const how = begin(asked, NOTHING);
    const ok = tapOn(how, '7', how, asked);
    expect(stateOf(ok).answers).toEqual({ how: 7 });
    expect(stateOf(tapOn(ok, 'No', ok, asked)).answers).toEqual({ how: 7, ok: false });
    expect(stateOf(tapOn(ok, 'I agree', ok, asked)).answers).toEqual({ how: 7, ok: true });
  });
  test('sends only the answers that its summary shows', () => {
    expect(tapOn(summary, 'Send', summary).kind).toBe('submit');
    const changed = tapOn(first, 'No', summary);
    const step = tapOn(summary, 'Send', changed);
    expect(step.kind).toBe('said');
    expect(textOf(step)).toContain('1. one?: No');
    expect(tapOn(changed, 'Send', step).kind).toBe('submit');
    expect(stateOf(tapOn(summary, 'Change', third))).toEqual(stateOf(third));
    expect(stateOf(tapOn(summary, 'Change', summary)).step).toBe('changing');
  });
  test('leaves the whole form for later or for good from every question', () => {
    const left = tapOn(first, 'Later', third);
    expect(stateOf(left)).toMatchObject({ step: 'paused', answers: { one: 'yes', two: 'yes' } });
    expect(tapOn(first, 'Cancel', third).kind).toBe('cancelled');
    const no = tapOn(third, 'No', left);
    expect(stateOf(no)).toEqual(stateOf(left));
    expect(textOf(no)).toContain('“Continue”');
    const on = tapOn(no, 'Continue', left);
    expect(stateOf(on)).toMatchObject({ step: 'asking', field: 'three' });
    expect(stateOf(tapOn(no, 'Continue', on))).toEqual(stateOf(on));
  });
  test('of another form fills nothing', () => {
    const strange = begin(form([yesNo('one')], OTHER), NOTHING);
    const step = tapOn(strange, 'No', third);
    expect(stateOf(step)).toEqual(stateOf(third));
    expect(textOf(step)).toContain('no longer open');
  });
});

describe('a button that belongs to no question', () => {
  test('is not taken for an answer', () => {
    const free = form([{ kind: 'text', key: 'name', label: words('Name?') }]);
    const asked = stateOf(begin(free, NOTHING));
    expect(takeButton(free, asked, 'Opening hours').kind).toBe('passed');
    const step = takeButton(three, stateOf(third), 'No');
    expect(stateOf(step)).toEqual(stateOf(third));
    expect(textOf(step)).toContain(textOf(third));
    expect(stateOf(takeButton(three, stateOf(third), 'Cancel'))).toEqual(stateOf(third));
    expect(stateOf(takeSaid(three, stateOf(third), 'No')).answers).toHaveProperty('three', 'no');
  });
  test('goes on with a form that was left', () => {
    const left = stateOf(takeSaid(three, stateOf(third), 'Later'));
    expect(stateOf(takeButton(three, left, 'Continue')).field).toBe('three');
    expect(takeButton(three, left, 'Opening hours').kind).toBe('passed');
  });
});
