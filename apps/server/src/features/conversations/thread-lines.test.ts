import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { WaitingReason } from '@hanasu/contract/waiting-reasons';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { handoverLines } from './thread-lines.ts';

const place = { accountId: newId<AccountId>(), conversationId: newId<ConversationId>() };
const dataOf = (before: Handling, status: Handling, waitingReason: WaitingReason | null = null) =>
  handoverLines(place, before, { status, waitingReason }).map(({ data }) => data);

describe('the line of a handover', () => {
  test.each<[Handling, Handling, WaitingReason]>([
    ['bot', 'waiting', 'keyword'],
    ['closed', 'waiting', 'not_text'],
    ['bot', 'operator', 'person_took_over'],
  ])('from %s to %s names the reason', (before, status, reason) => {
    expect(dataOf(before, status, reason)).toEqual([{ event: 'handed_over', reason }]);
  });

  test('says that the customer chose the bot', () => {
    const line = { event: 'given_back', by: null, cause: 'customer' };
    expect([dataOf('waiting', 'bot'), dataOf('operator', 'bot')]).toEqual([[line], [line]]);
  });

  test('is missing where nothing passes', () => {
    expect(handoverLines(place, 'bot', null)).toEqual([]);
    expect(dataOf('waiting', 'waiting', 'keyword')).toEqual([]);
    expect(dataOf('closed', 'bot')).toEqual([]);
    expect(dataOf('operator', 'closed')).toEqual([]);
  });

  test('is missing where no bot answers', () => {
    expect(dataOf('bot', 'waiting')).toEqual([]);
  });
});
