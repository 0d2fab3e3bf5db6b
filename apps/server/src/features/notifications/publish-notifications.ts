import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { NOTIFICATION, type Notification } from '@hanasu/contract/realtime';
import { LRUCache } from 'lru-cache';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { SavedSegments } from '../contacts/public.ts';
import {
  type ConversationEvent,
  EARLIEST_UNANSWERED,
  type PublishConversationEvent,
  type PublishConversationUpdate,
} from '../conversations/public.ts';
import { type ChannelTrouble, plainText } from './notification-text.ts';
import { insertNotifications } from './notifications.store.ts';
import {
  hasRecipients,
  type NotificationEvent,
  type Person,
  resolveRecipients,
} from './resolve-recipients.ts';
import { leaveOut } from './segment-rules.ts';
import { listPeople } from './settings/settings.store.ts';

interface ConversationFacts {
  readonly id: ConversationId;
  readonly origin: string;
  readonly handling: string;
  readonly holder: NotificationEvent['holder'];
  readonly waitingSince: Date | null;
  readonly name: string;
  /** Of the customer, the newest first. */
  readonly words: readonly CustomerWord[];
  /** The earliest message that is unanswered while they wait; null: none is. */
  readonly unansweredText: string | null;
  /** How many more are. */
  readonly unansweredMore: number | null;
}

/** Chats of the account's own members are no customers' conversations. */
const CUSTOMERS = new Set(['channel', 'public', 'embed']);

const base = (conversation: ConversationFacts) => ({
  conversationId: conversation.id,
  subject: plainText(conversation.name, 'subject'),
  body: bodyOf(conversation),
  path: `/Channel/conversation/${conversation.id}`,
  holder: conversation.holder ?? null,
});

/** What the customer waits with: their earliest unanswered message, and how many follow; else their newest. */
function bodyOf({ words, unansweredText, unansweredMore }: ConversationFacts): string {
  const text = plainText(unansweredText || (words[0]?.text ?? ''), 'body');
  return unansweredMore && text !== '' ? `${text} (+${unansweredMore})` : text;
}

/** What a conversation that something has happened in is worth telling, each under the key it always has. */
function eventsOfConversation(
  talk: ConversationFacts,
  { now, lookedAt }: { readonly now: number; readonly lookedAt: number },
): NotificationEvent[] {
  if (!CUSTOMERS.has(talk.origin)) return [];
  const begun = newRequests(talk.words, { isAll: talk.words.length < lookedAt, now }).map(
    (word): NotificationEvent => ({
      ...base(talk),
      event: 'new_chat',
      key: `new_chat:${word.id}`,
      body: plainText(word.text, 'body'),
    }),
  );
  // Who has been given it is told that.
  const isWaiting = talk.handling === 'waiting' && talk.waitingSince !== null && !talk.holder;
  if (!isWaiting) return begun;
  const key = `waiting:${talk.id}:${talk.waitingSince?.getTime()}`;
  return [...begun, { ...base(talk), event: 'waiting', key }];
}

/** Null: a person is not notified of what they did themselves. */
function eventOfUpdate(
  event: ConversationEvent,
  talk: ConversationFacts,
  notes: ReadonlyMap<MessageId, string>,
): NotificationEvent | null {
  const { kind } = event;
  if (kind === 'late') {
    return {
      ...base(talk),
      event: kind,
      key: `late:${talk.id}:${event.respondBy.getTime()}`,
      holder: event.userId,
    };
  }
  if (event.by === event.userId) return null;
  if (kind === 'assigned') {
    return { ...base(talk), event: kind, key: `assigned:${newId()}`, only: event.userId };
  }
  const body = plainText(notes.get(event.messageId) ?? '', 'body');
  return { ...base(talk), event: kind, key: `mention:${event.messageId}`, body, only: event.userId };
}

/** A customer's word; `at` in milliseconds. */
interface CustomerWord {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

const QUIET_MS = 30 * 60_000;
/** What was written longer ago has been told, or nobody was there to tell. */
const RECENT_MS = 10 * 60_000;

/**
 * The words with which a customer has just begun to talk: their first, or the first after half an hour of silence,
 * whoever answers. `newest` are their last words, the newest first; `isAll`: there are no older ones.
 */
export const newRequests = (
  newest: readonly CustomerWord[],
  { isAll, now }: { readonly isAll: boolean; readonly now: number },
): CustomerWord[] =>
  newest.filter((word, index) => {
    if (now - word.at > RECENT_MS) return false;
    const before = newest[index + 1];
    return before ? word.at - before.at > QUIET_MS : isAll;
  });

export interface NotificationPublisherDependencies {
  readonly database: Database;
  readonly segments: Pick<SavedSegments, 'holding' | 'findBroken'>;
  readonly realtime: Pick<Realtime, 'emitToUser'>;
  /** There is something to send. */
  readonly notify: () => void;
  readonly onError: (error: unknown) => void;
}

export interface NotificationPublisher {
  /** Whom what was announced concerns is looked up a moment later, for many at once. */
  readonly hear: PublishConversationUpdate;
  readonly publishInboxEvent: PublishConversationEvent;
  readonly publishChannelTrouble: (accountId: AccountId, channelId: ChannelId, what: ChannelTrouble) => void;
  /** Publishes an event that another part has noticed. */
  tellThings(accountId: AccountId, things: readonly NotificationEvent[]): Promise<void>;
  /** A person of the account has chosen anew. */
  forget(accountId: AccountId): void;
  /** Resolves when all events so far are published or stored. */
  drain(): Promise<void>;
}

/** What has happened in an account and was not looked at yet. */
interface Gathered {
  readonly conversations: Set<ConversationId>;
  readonly answered: Set<MessageId>;
  readonly events: ConversationEvent[];
  readonly troubles: { readonly channelId: ChannelId; readonly what: ChannelTrouble }[];
}

const GATHER_MS = 150;
const REMEMBER_MS = 5_000;
const ACCOUNTS_MAX = 10_000;
const MOST_AT_ONCE = 200;
const CONVERSATION_UPDATES: ReadonlySet<string> = new Set(['user_chat', 'bot_chat', 'handling']);

/**
 * Turns what happens into notifications. It comes after the commit of what it tells and never holds it up: all that
 * has happened in an account within a moment is looked at together.
 */
export function createNotificationPublisher(
  dependencies: NotificationPublisherDependencies,
): NotificationPublisher {
  const { database, onError } = dependencies;
  const known = new LRUCache<AccountId, Promise<Person[]>>({ max: ACCOUNTS_MAX, ttl: REMEMBER_MS });
  const gathered = new Map<AccountId, Gathered>();
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();

  function peopleOf(accountId: AccountId): Promise<Person[]> {
    const cached = known.get(accountId);
    if (cached) return cached;
    const people = database.account(accountId, listPeople);
    known.set(accountId, people);
    people.catch(() => known.delete(accountId));
    return people;
  }

  function gather(accountId: AccountId): Gathered {
    const found = gathered.get(accountId);
    timer ??= setTimeout(flush, GATHER_MS).unref();
    if (found) return found;
    const begun: Gathered = { conversations: new Set(), answered: new Set(), events: [], troubles: [] };
    gathered.set(accountId, begun);
    return begun;
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = [...gathered];
    gathered.clear();
    working = working.then(async () => {
      for (const [accountId, what] of batch) {
        const people = await peopleOf(accountId);
        await publishGathered(dependencies, people, { accountId, what }).catch(onError);
      }
    }, onError);
    working = working.catch(onError);
  }

  return {
    hear(accountId, action, conversationId, messageIds = []) {
      if (CONVERSATION_UPDATES.has(action)) gather(accountId).conversations.add(conversationId);
      if (action === 'delivery') for (const id of messageIds) gather(accountId).answered.add(id);
    },
    publishInboxEvent: (event) => void gather(event.accountId).events.push(event),
    publishChannelTrouble: (accountId, channelId, what) =>
      void gather(accountId).troubles.push({ channelId, what }),
    async tellThings(accountId, things) {
      const people = await peopleOf(accountId);
      await database
        .account(accountId, (transaction) => writeNotifications(transaction, people, things))
        .then((stored) => publishNow(dependencies, stored));
    },
    forget: (accountId) => known.delete(accountId),
    async drain() {
      flush();
      await working;
    },
  };
}

async function publishGathered(
  dependencies: NotificationPublisherDependencies,
  people: readonly Person[],
  { accountId, what }: { readonly accountId: AccountId; readonly what: Gathered },
): Promise<void> {
  const { database, segments } = dependencies;
  const things = await database.account(accountId, (transaction) => eventsOf(transaction, people, what));
  if (things.length === 0) return;
  const stored = await database.account(accountId, async (transaction) => {
    const narrowed = await leaveOut(transaction, segments, { people, things });
    return writeNotifications(transaction, people, narrowed);
  });
  publishNow(dependencies, stored);
}

async function eventsOf(
  transaction: AccountTransaction,
  people: readonly Person[],
  { conversations, answered, events, troubles }: Gathered,
): Promise<NotificationEvent[]> {
  const talked = hasRecipients(people, ['new_chat', 'waiting']) ? [...conversations] : [];
  const ids = [...new Set([...talked, ...events.map(({ conversationId }) => conversationId)])];
  const parts = Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, index) =>
    ids.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
  const mentions = events.flatMap((event) => (event.kind === 'mention' ? [event.messageId] : []));
  const [found, notes, ...ofChannels] = await transaction.last(() =>
    Promise.all([
      Promise.all(parts.map((part) => findConversations(transaction, part))),
      mentions.length > 0 ? findNotes(transaction, mentions) : [],
      failuresOf(transaction, [...answered]),
      troublesOf(transaction, troubles),
    ]),
  );
  const talks = new Map(found.flat().map((talk) => [talk.id, talk]));
  const noteTexts = new Map(notes.map(({ id, text }) => [id, text]));
  const looked = { now: transaction.now(), lookedAt: WORDS_LOOKED_AT };
  return [
    ...talked.flatMap((id) => {
      const talk = talks.get(id);
      return talk ? eventsOfConversation(talk, looked) : [];
    }),
    ...events.flatMap((event) => {
      const talk = talks.get(event.conversationId);
      return (talk && eventOfUpdate(event, talk, noteTexts)) ?? [];
    }),
    ...ofChannels.flat(),
  ];
}

const today = (transaction: AccountTransaction): string =>
  new Date(transaction.now()).toISOString().slice(0, 10);

/** Sent once a day. */
export const channelEvent = (
  { id, name }: { readonly id: ChannelId; readonly name: string },
  trouble: string,
  since: string,
): NotificationEvent => ({
  event: 'channel_failed',
  key: `channel_failed:${id}:${trouble}:${since}`,
  subject: plainText(name, 'subject'),
  body: trouble,
  path: `/Channel/Instance/${id}`,
});

async function failuresOf(
  transaction: AccountTransaction,
  messageIds: readonly MessageId[],
): Promise<NotificationEvent[]> {
  if (messageIds.length === 0) return [];
  const failed = await findFailedChannels(transaction, messageIds);
  return failed.map((channel) => channelEvent(channel, channel.reason, today(transaction)));
}

async function troublesOf(
  transaction: AccountTransaction,
  troubles: Gathered['troubles'],
): Promise<NotificationEvent[]> {
  if (troubles.length === 0) return [];
  const names = await findChannelNames(
    transaction,
    troubles.map(({ channelId }) => channelId),
  );
  return troubles.flatMap(({ channelId, what }) => {
    const channel = names.find(({ id }) => id === channelId);
    return channel ? [channelEvent(channel, what, today(transaction))] : [];
  });
}

interface Written {
  readonly waits: boolean;
  readonly now: readonly { readonly userId: Person['userId']; readonly thing: NotificationEvent }[];
}

export async function writeNotifications(
  transaction: AccountTransaction,
  people: readonly Person[],
  things: readonly NotificationEvent[],
): Promise<Written> {
  const wanted = things.flatMap((thing) =>
    resolveRecipients(people, thing).map((one) => ({ ...one, thing })),
  );
  if (wanted.length === 0) return { waits: false, now: [] };
  const written = await insertNotifications(transaction, wanted);
  const byKey = new Map(things.map((thing) => [thing.key, thing]));
  const now = written.flatMap(({ way, key, userId }) => {
    const thing = way === 'desktop' ? byKey.get(key) : undefined;
    return thing ? [{ userId, thing }] : [];
  });
  return { waits: written.length > now.length, now };
}

export function publishNow(
  { realtime, notify }: Pick<NotificationPublisherDependencies, 'realtime' | 'notify'>,
  { waits, now }: Written,
): void {
  for (const { userId, thing } of now) {
    const { event, subject, body, path } = thing;
    realtime.emitToUser(userId, NOTIFICATION, { event, subject, body, path } satisfies Notification);
  }
  if (waits) notify();
}

/** The customer's latest messages that decide whether a conversation has just begun. */
const WORDS_LOOKED_AT = 20;

const findConversations = (transaction: AccountTransaction, ids: readonly ConversationId[]) =>
  transaction.rows<ConversationFacts>(
    `select c.id, c.origin, c.handling, c.operator_id as holder, c.waiting_since as "waitingSince",
       coalesce(nullif(c.group_name, ''), nullif(f.name, ''), c.title) as name,
       (select coalesce(json_agg(json_build_object('id', w.id, 'text', w.text,
            'at', extract(epoch from w.created_at) * 1000) order by w.id desc), '[]')
        from (select m.id, left(m.text, 400) as text, m.created_at from messages m
              where m.account_id = c.account_id and m.conversation_id = c.id and m.sender = 'customer'
              order by m.id desc limit ${WORDS_LOOKED_AT}) w) as words,
       left(u.text, 400) as "unansweredText", u.more as "unansweredMore"
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join lateral ${EARLIEST_UNANSWERED} u on true
     where c.account_id = $1 and c.id = any($2)`,
    [transaction.accountId, ids],
  );

const findNotes = (transaction: AccountTransaction, ids: readonly MessageId[]) =>
  transaction.rows<{ id: MessageId; text: string }>(
    'select id, left(text, 400) as text from messages where account_id = $1 and id = any($2)',
    [transaction.accountId, ids],
  );

interface FailedChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly reason: 'credentials_rejected' | 'payment_needed';
}

/** Channels whose messages among these were refused for what their owner has to repair. */
const findFailedChannels = (transaction: AccountTransaction, messageIds: readonly MessageId[]) =>
  transaction.rows<FailedChannel>(
    `select distinct ch.id, ch.name, m.delivery_reason as reason from messages m
       join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
       join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where m.account_id = $1 and m.id = any($2) and m.delivery_state = 'failed'
       and m.delivery_reason in ('credentials_rejected', 'payment_needed')`,
    [transaction.accountId, messageIds],
  );

const findChannelNames = (transaction: AccountTransaction, ids: readonly ChannelId[]) =>
  transaction.rows<{ id: ChannelId; name: string }>(
    'select id, name from channels where account_id = $1 and id = any($2)',
    [transaction.accountId, ids],
  );
