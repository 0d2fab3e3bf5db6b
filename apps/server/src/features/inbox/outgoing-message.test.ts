import { OperatorMessage } from '@hanasu/contract/inbox';
import { expect, test } from 'vitest';
import { outgoingMessage } from './send-message.ts';

test.each([
  [{ text: 'Yes.' }, { kind: 'text', text: 'Yes.', needs: null, part: { kind: 'text', text: 'Yes.' } }],
  [
    { sticker: { packageId: '446', stickerId: '1988' } },
    { kind: 'sticker', needs: 'sticker', part: { kind: 'sticker', packageId: '446', stickerId: '1988' } },
  ],
  [
    { location: { title: 'Shop', address: '', latitude: 35.6, longitude: 139.7 } },
    { kind: 'location', text: 'Shop', needs: 'location', data: { latitude: 35.6, longitude: 139.7 } },
  ],
  [
    { askDetails: { title: 'You', text: 'Who are you?' } },
    { kind: 'text', text: 'You\nWho are you?', needs: 'details', part: { kind: 'ask-details' } },
  ],
])('%j goes out in its own form', (input, expected) => {
  expect(outgoingMessage(OperatorMessage.parse(input))).toMatchObject(expected);
});

test('a file is looked up, and two things at once are refused', () => {
  const mediaUuid = crypto.randomUUID();
  expect(outgoingMessage(OperatorMessage.parse({ mediaUuid }))).toBeNull();
  expect(OperatorMessage.safeParse({ mediaUuid, text: 'Look' }).success).toBe(false);
  expect(OperatorMessage.safeParse({}).success).toBe(false);
});
