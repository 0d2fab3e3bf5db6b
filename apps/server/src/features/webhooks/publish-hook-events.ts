import type { Role } from '@hanasu/contract/accounts';
import type {
  AccountId,
  ConversationId,
  MessageId,
  WebHookDeliveryId,
  WebHookId,
} from '@hanasu/contract/ids';
import { CUSTOMER_HOOK_EVENTS, type WebHookEvent } from '@hanasu/contract/web-hooks';
import { LRUCache } from 'lru-cache';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import {
  type ActionKind,
  type CustomerEvent,
  type CustomerEventListener,
  defineAction,
} from '../../platform/feature.ts';
import { newId } from '../../platform/ids.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import type { PublishClicks } from '../links/public.ts';
import { type HookPayload, insertDeliveries } from './deliveries.store.ts';
import { type ListeningHook, listListening } from './web-hooks.store.ts';

interface HookPublisher {
  /** Writes what the account's hooks are to be told of what was announced. */
  readonly hear: PublishConversationUpdate;
  /** Hooks of the account were changed here. */
  forget(accountId: AccountId): void;
  /** Resolves when everything announced so far is written. */
  drain(): Promise<void>;
}

const REMEMBER_MS = 5_000;
const ACCOUNTS_MAX = 10_000;
const CONVERSATIONS_MAX = 20_000;
const CONVERSATION_UPDATES: ReadonlySet<string> = new Set([
  'user_chat',
  'bot_chat',
  'operator_chat',
  'handling',
]);

/**
 * Turns what is announced into deliveries. It comes after the commit it tells of and never holds it up; with no hooks
 * it costs one look at the account's hooks every five seconds.
 */
export function createHookPublisher({
  database,
  notify,
  onError,
}: {
  readonly database: Database;
  readonly notify: () => void;
  readonly onError: (error: unknown) => void;
}): HookPublisher {
  const known = new LRUCache<AccountId, Promise<ListeningHook[]>>({
    max: ACCOUNTS_MAX,
    ttl: REMEMBER_MS,
  });
  /** How each conversation was handled when last looked at: `handling` is announced for other changes too. */
  const handlings = new LRUCache<ConversationId, string>({ max: CONVERSATIONS_MAX });
  const running = new Set<Promise<void>>();

  function hooksOf(accountId: AccountId): Promise<ListeningHook[]> {
    const cached = known.get(accountId);
    if (cached) return cached;
    const hooks = database.account(accountId, (transaction) =>
      transaction.last(() => listListening(transaction)),
    );
    known.set(accountId, hooks);
    hooks.catch(() => known.delete(accountId));
    return hooks;
  }

  function changeOf(id: ConversationId, handling: string): string | null {
    const before = handlings.get(id) ?? null;
    handlings.set(id, handling);
    return before;
  }

  async function publishMessages(accountId: AccountId, id: ConversationId, messageIds: readonly MessageId[]) {
    const hooks = await hooksOf(accountId);
    if (hooks.length === 0) return;
    const written = await database.account(accountId, async (transaction) => {
      const conversation = await findHookConversation(transaction, id);
      if (!conversation) return 0;
      const messages = await messagesOf(transaction, conversation.origin, id, messageIds);
      const before = changeOf(id, conversation.handling);
      const deliveries = eventsOf({ conversation, messages, before }, new Date(transaction.now())).flatMap(
        (happened) =>
          hooks
            .filter(({ events }) => events.includes(happened.event))
            .map((hook) => ({ ...happened, id: newId<WebHookDeliveryId>(), hookId: hook.id })),
      );
      await insertDeliveries(transaction, deliveries);
      return deliveries.length;
    });
    if (written > 0) notify();
  }

  return {
    hear(accountId, action, conversationId, messageIds = []) {
      if (!CONVERSATION_UPDATES.has(action)) return;
      const done = publishMessages(accountId, conversationId, messageIds)
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    forget: (accountId) => known.delete(accountId),
    async drain() {
      await Promise.all(running);
    },
  };
}

async function messagesOf(
  transaction: AccountTransaction,
  origin: string,
  conversationId: ConversationId,
  ids: readonly MessageId[],
): Promise<HookMessage[]> {
  if (ids.length === 0) return [];
  const messages = await findHookMessages(transaction, ids);
  const [first] = ids;
  const isAnswered = origin !== 'channel' && messages[0]?.sender === 'bot';
  if (!isAnswered || !first) return messages;
  return [...(await findQuestionBefore(transaction, conversationId, first)), ...messages];
}

interface HookConversation {
  readonly uuid: string;
  readonly origin: string;
  readonly handling: string;
  readonly waitingReason: string | null;
  readonly title: string;
  readonly channelUuid: string | null;
  readonly botUuid: string | null;
  readonly customerUuid: string | null;
  /** As staff call them, or else as the vendor does; null while nobody has told it. */
  readonly customerName: string | null;
}

interface HookMessage {
  readonly uuid: string;
  readonly sender: string;
  readonly kind: string;
  readonly text: string;
  readonly outcome: string | null;
  readonly createdAt: string;
}

interface HookEvent {
  readonly event: WebHookEvent;
  readonly payload: HookPayload;
}

/** Chats of the account's own people are no customers' and are told to nobody. */
const CUSTOMERS = new Set(['channel', 'public', 'embed']);

interface HookFacts {
  readonly conversation: HookConversation;
  readonly messages: readonly HookMessage[];
  /** How the conversation was handled when it was last looked at. */
  readonly before: string | null;
}

/** What has happened, in the order in which it is told. */
function eventsOf({ conversation, messages, before }: HookFacts, now: Date): HookEvent[] {
  if (!CUSTOMERS.has(conversation.origin)) return [];
  const ofMessages = messages.flatMap((message): HookEvent[] => {
    const event = MESSAGE_EVENTS[message.sender];
    return event ? [{ event, payload: envelope(event, now, { conversation, message }) }] : [];
  });
  const change = conversation.handling === before ? undefined : HANDLING_EVENTS[conversation.handling];
  return change
    ? [...ofMessages, { event: change, payload: envelope(change, now, { conversation }) }]
    : ofMessages;
}

const MESSAGE_EVENTS: Readonly<Record<string, WebHookEvent>> = {
  customer: 'message.received',
  bot: 'message.answered',
  operator: 'message.answered',
};

const HANDLING_EVENTS: Readonly<Record<string, WebHookEvent>> = {
  waiting: 'conversation.handover',
  operator: 'conversation.handover',
  closed: 'conversation.closed',
};

export const envelope = (type: string, now: Date, data: Readonly<Record<string, unknown>>): HookPayload => ({
  type,
  timestamp: now.toISOString(),
  data,
});

const findHookConversation = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<HookConversation>(
    `select c.id as uuid, c.origin, c.handling, c.waiting_reason as "waitingReason", c.title,
       c.channel_id as "channelUuid", c.bot_id as "botUuid", f.customer_id as "customerUuid",
       nullif(coalesce(nullif(p.display_name, ''), nullif(f.name, ''), p.name), '') as "customerName"
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join customers p on p.account_id = f.account_id and p.id = f.customer_id
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

const MESSAGE = `select m.id as uuid, m.sender, m.kind, m.text, m.outcome,
    to_json(m.created_at at time zone 'UTC')#>>'{}' || 'Z' as "createdAt" from messages m`;

const findHookMessages = (transaction: AccountTransaction, ids: readonly MessageId[]) =>
  transaction.rows<HookMessage>(`${MESSAGE} where m.account_id = $1 and m.id = any($2) order by m.id`, [
    transaction.accountId,
    ids,
  ]);

/** On web sites a question is stored with its answer's turn and not announced by itself. */
const findQuestionBefore = (
  transaction: AccountTransaction,
  conversationId: ConversationId,
  answerId: MessageId,
) =>
  transaction.rows<HookMessage>(
    `select q.* from (${MESSAGE} where m.account_id = $1 and m.conversation_id = $2 and m.id < $3
       order by m.id desc limit 1) q where q.sender = 'customer'`,
    [transaction.accountId, conversationId, answerId],
  );

interface CustomerHook {
  readonly id: WebHookId;
  readonly enabled: boolean;
  /** Of who made it, as it is now; they have left: that of people who see least. */
  readonly role: Role;
}

const HOOK = `select h.id, h.enabled, coalesce(m.role, 'viewer') as role from web_hooks h
  left join memberships m on m.tenant_id = h.account_id and m.user_id = h.created_by where h.account_id = $1`;

const findCustomerHooks = (transaction: AccountTransaction, event: WebHookEvent) =>
  transaction.rows<CustomerHook>(`${HOOK} and h.enabled and h.events ? $2::text order by h.id`, [
    transaction.accountId,
    event,
  ]);

const findHooks = (transaction: AccountTransaction, ids: readonly WebHookId[]) =>
  transaction.rows<CustomerHook>(`${HOOK} and h.id = any($2::uuid[])`, [transaction.accountId, ids]);

/** As the API calls what it was about. */
const happened = ({ id, kind, byKind, data, at }: CustomerEvent) => ({
  uuid: id,
  kind,
  by: byKind,
  at: at.toISOString(),
  ...(typeof data.tagId === 'string' ? { tagUuid: data.tagId } : {}),
  ...(Array.isArray(data.facts) ? { facts: data.facts } : {}),
  ...(typeof data.formId === 'string' ? { formUuid: data.formId, submissionUuid: data.submissionId } : {}),
});

/** Writes what hooks are told in the transaction that notes the event as told. */
export const listenForHooks =
  (notify: () => void): CustomerEventListener =>
  async (transaction, event, show) => {
    const name = CUSTOMER_HOOK_EVENTS[event.kind];
    const hooks = name ? await findCustomerHooks(transaction, name) : [];
    if (!name || hooks.length === 0) return undefined;
    const deliveries = [];
    for (const { id: hookId, role } of hooks) {
      const customer = await show(role);
      if (!customer) return undefined;
      const payload = envelope(name, event.at, { customer, event: happened(event) });
      deliveries.push({ id: newId<WebHookDeliveryId>(), hookId, event: name, payload });
    }
    await insertDeliveries(transaction, deliveries);
    return notify;
  };

/** Publishes clicks to web hooks, in the transaction that writes these. */
export const publishClicksToHooks: PublishClicks = (transaction, clicks) =>
  publishToHooks(
    transaction,
    'link.clicked',
    clicks.map(({ at, ...click }) => {
      const owner = { kind: click.ownerKind, uuid: click.ownerId, part: click.ownerPart };
      const link = { uuid: click.linkId, url: click.url, owner };
      const { friendId: friendUuid, customerId: customerUuid } = click;
      return { at, data: { uuid: click.id, link, friendUuid, customerUuid } };
    }),
  );

interface Happened {
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Publishes an event to web hooks that concerns no conversation and no customer, in the caller's transaction. True:
 * there is something to send.
 */
export async function publishToHooks(
  transaction: AccountTransaction,
  event: WebHookEvent,
  all: readonly Happened[],
): Promise<boolean> {
  const hooks = await findCustomerHooks(transaction, event);
  const deliveries = all.flatMap(({ at, data }) => {
    const payload = envelope(event, at, data);
    return hooks.map(({ id: hookId }) => ({ id: newId<WebHookDeliveryId>(), hookId, event, payload }));
  });
  await insertDeliveries(transaction, deliveries);
  return deliveries.length > 0;
}

/** The event under which a rule calls a hook. */
const CALLED = 'customer.rule';

export const hookActions = (notify: () => void): readonly ActionKind[] => [
  defineAction({
    kind: 'webHook',
    async findProblems(transaction, actions) {
      const found = await findHooks(
        transaction,
        actions.map(({ hookUuid }) => hookUuid),
      );
      return actions.map(({ hookUuid }) => {
        const hook = found.find(({ id }) => id === hookUuid);
        if (!hook) return 'hook_missing';
        return hook.enabled ? null : 'hook_off';
      });
    },
    async run(transaction, { hookUuid }, { event, rule, show }) {
      const [hook] = await findHooks(transaction, [hookUuid]);
      const customer = hook && (await show(hook.role));
      if (!customer) return { reason: 'hook_missing' };
      const data = { customer, event: happened(event), rule: { uuid: rule.id, name: rule.name } };
      const payload = envelope(CALLED, new Date(transaction.now()), data);
      const id = newId<WebHookDeliveryId>();
      await insertDeliveries(transaction, [{ id, hookId: hook.id, event: CALLED, payload }]);
      return { after: notify };
    },
  }),
];
