import { DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { expect, test } from 'vitest';
import { presentAnswer } from './present-answer.ts';

const settings = (change: object) => ({
  settings: JSON.stringify(change),
  batchingDelay: 0,
  timeZone: 'Asia/Tokyo',
});
const capabilities = { quickReplies: true, senderIdentity: false, quoting: null } as never;
const NOW = new Date('2026-11-22T00:00:00Z');

function presented(change: object, confidence: number | null, isWaiting = false) {
  const turn = { language: 'en', outOfOfficeSentAt: null, isWaiting, asked: ['hello'], newest: null };
  return presentAnswer(
    { ...turn, settings: settings(change) },
    {
      botName: 'Clerk',
      tone: 'neutral',
      isUnanswered: false,
      suggestedQuestions: [],
      wantsPerson: false,
      confidence,
    },
    capabilities,
    NOW,
  );
}

test.each([
  [0.4, 0.39, true],
  [0.4, 0.4, false],
  [0.4, null, false],
  [null, 0, false],
])(
  'with the line at %s, an answer of confidence %s is unsure: %s',
  (confidenceBelow, confidence, expected) => {
    const handover = { ...DEFAULT_CHANNEL_SETTINGS.handover, confidenceBelow };
    expect(presented({ handover }, confidence).isUnsure).toBe(expected);
  },
);

test('an unsure answer says that nobody is there; one that is sure says nothing of it', () => {
  const handover = { ...DEFAULT_CHANNEL_SETTINGS.handover, confidenceBelow: 0.5 };
  const change = { handover, hours: [], nobodyThere: 'Nobody is in.' };
  expect([presented(change, 0.2).note, presented(change, 0.9).note]).toEqual(['Nobody is in.', null]);
});

test('who waits for a person is not offered one', () => {
  const handover = { ...DEFAULT_CHANNEL_SETTINGS.handover, offer: true };
  expect(presented({ handover }, null).look.quickReplies).toHaveLength(1);
  expect(presented({ handover }, null, true).look.quickReplies).toEqual([]);
});
