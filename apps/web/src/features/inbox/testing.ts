import { ConversationView, MessageView } from '@hanasu/contract/inbox';

const uuid = (group: string, number: number) =>
  `01932f00-${group}-7000-8000-${String(number).padStart(12, '0')}`;

/** A conversation for a test; `number` tells it from others and decides its age (1 is the oldest). */
export const makeConversation = (number: number, more: Record<string, unknown> = {}): ConversationView => {
  const at = new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();
  return ConversationView.parse({
    uuid: uuid('aaaa', number),
    handling: 'bot',
    channel: { uuid: uuid('cccc', 1), kind: 'test', name: 'Shop', sandbox: true },
    bot: { uuid: uuid('bbbb', 1), name: 'Front desk' },
    friend: {
      uuid: uuid('ffff', number),
      name: `Friend ${number}`,
      pictureUrl: null,
      language: 'ja',
      state: 'following',
    },
    title: '',
    operator: null,
    waitingReason: null,
    customerUuid: null,
    group: null,
    snoozedUntil: null,
    respondBy: null,
    waitingSince: null,
    firstResponseSeconds: null,
    window: null,
    satisfaction: null,
    draft: null,
    lastMessage: { text: `Message ${number}`, sender: 'customer', kind: 'text', createdAt: at },
    unanswered: null,
    lastMessageAt: (more.lastMessage as ConversationView['lastMessage'])?.createdAt ?? at,
    unread: 0,
    updatedAt: at,
    createdAt: at,
    ...more,
  });
};

/** A message for a test; later numbers are newer. */
export const makeMessage = (number: number, more: Record<string, unknown> = {}): MessageView =>
  MessageView.parse({
    uuid: uuid('eeee', number),
    conversationUuid: uuid('aaaa', 1),
    sender: 'customer',
    operator: null,
    kind: 'text',
    text: `Message ${number}`,
    data: {},
    bubbles: [],
    citations: [],
    usage: null,
    outcome: null,
    timing: null,
    toolCalls: [],
    attachments: [],
    feedback: null,
    serviceUuid: null,
    media: null,
    author: null,
    quoted: null,
    original: null,
    translations: {},
    reactions: [],
    mentions: [],
    seenAt: null,
    editedAt: null,
    delivery: { state: 'none', reason: null, detail: null, method: null },
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString(),
    ...more,
  });
