import type { ConversationList } from './conversation-filter.ts';
import type { Handling } from './inbox.ts';

/** A conversation of a channel, and the lists it stands in for the person who looks. */
export interface ListCase {
  readonly name: string;
  readonly handling: Handling;
  /** Whom it is assigned to. */
  readonly operator?: 'me' | 'colleague';
  /** Until a time that is to come, or has passed. */
  readonly snoozed?: 'still' | 'over';
  readonly respondBy?: 'ahead' | 'passed';
  readonly isUnread?: boolean;
  readonly lists: readonly ConversationList[];
}

export const LIST_CASES: readonly ListCase[] = [
  { name: 'the bot answers', handling: 'bot', lists: ['bot', 'all', 'open'] },
  {
    name: 'the bot has answered, unread',
    handling: 'bot',
    isUnread: true,
    lists: ['bot', 'all', 'open', 'unread'],
  },
  { name: 'given back to the bot by me', handling: 'bot', operator: 'me', lists: ['bot', 'all', 'open'] },
  { name: 'waits for anybody', handling: 'waiting', lists: ['waiting', 'all', 'open'] },
  { name: 'waits for me', handling: 'waiting', operator: 'me', lists: ['waiting', 'all', 'open', 'mine'] },
  {
    name: 'waits for a colleague',
    handling: 'waiting',
    operator: 'colleague',
    lists: ['waiting', 'all', 'open'],
  },
  {
    name: 'has waited for me for too long, unread',
    handling: 'waiting',
    operator: 'me',
    respondBy: 'passed',
    isUnread: true,
    lists: ['waiting', 'all', 'open', 'mine', 'late', 'unread'],
  },
  { name: 'I answer', handling: 'operator', operator: 'me', lists: ['operator', 'all', 'open', 'mine'] },
  {
    name: 'I answer in time',
    handling: 'operator',
    operator: 'me',
    respondBy: 'ahead',
    lists: ['operator', 'all', 'open', 'mine'],
  },
  {
    name: 'a colleague is late',
    handling: 'operator',
    operator: 'colleague',
    respondBy: 'passed',
    lists: ['operator', 'all', 'open', 'late'],
  },
  { name: 'done by me', handling: 'closed', operator: 'me', respondBy: 'passed', lists: ['closed', 'all'] },
  { name: 'snoozed by me', handling: 'operator', operator: 'me', snoozed: 'still', lists: ['snoozed'] },
  {
    name: 'snoozed while it waits, late and unread',
    handling: 'waiting',
    snoozed: 'still',
    respondBy: 'passed',
    isUnread: true,
    lists: ['snoozed'],
  },
  {
    name: 'back from being snoozed',
    handling: 'operator',
    operator: 'me',
    snoozed: 'over',
    lists: ['operator', 'all', 'open', 'mine'],
  },
];
