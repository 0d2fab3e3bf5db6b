import type { AccountId, BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { reserveTokens } from '../../billing/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import { insertMessages, newMessage, turns } from '../../inbox/public.ts';
import { largestCost } from '../domain/answer-price.ts';

export interface ChatRequest {
  readonly accountId: AccountId;
  readonly botId: BotId;
  /** Null starts a conversation under `newConversationId`. */
  readonly conversationId: ConversationId | null;
  readonly newConversationId: ConversationId;
  readonly text: string;
  readonly questionId: MessageId;
  /** Id of the answer to come; also the lease and the reservation. */
  readonly answerId: MessageId;
}

export type BeginOutcome =
  | {
      readonly kind: 'begun';
      readonly bot: BotRow;
      readonly conversationId: ConversationId;
      readonly history: readonly ChatTurn[];
      readonly grantedTokens: number;
    }
  | { readonly kind: 'bot-not-found' | 'conversation-not-found' | 'busy' };

/** Longer than an answer may take; a turn whose process died can be followed by another after it. */
const LEASE_SECONDS = 90;
const HISTORY_MESSAGES = 20;
const TITLE_LENGTH = 80;

/** Stores questions and sets tokens aside, for many chats in one transaction. */
export const createBeginChats = (
  database: Database,
  models: ModelRegistry,
): GroupCommit<ChatRequest, BeginOutcome> =>
  groupCommit((requests) => database.system((transaction) => begin(transaction, models, requests)), {
    maxBatch: 64,
    lanes: 2,
  });

async function begin(
  transaction: SystemTransaction,
  models: ModelRegistry,
  requests: readonly ChatRequest[],
): Promise<BeginOutcome[]> {
  const bots = new Map(
    (await findBotsAcross(transaction, requests)).map((bot) => [`${bot.accountId}/${bot.id}`, bot]),
  );
  const continued = requests.flatMap((request) =>
    request.conversationId ? [{ accountId: request.accountId, conversationId: request.conversationId }] : [],
  );
  const locked = continued.length > 0 ? await turns.lockConversations(transaction, continued) : [];
  const conversations = new Map(locked.map((conversation) => [conversation.conversationId, conversation]));
  const taken = new Set<ConversationId>();
  const checked = requests.map((request) => {
    const bot = bots.get(`${request.accountId}/${request.botId}`);
    if (!bot) return { request, refusal: { kind: 'bot-not-found' as const } };
    const refusal = refuse(request, conversations, taken);
    return refusal ? { request, refusal } : { request, bot };
  });
  const accepted = checked.flatMap(({ request, bot }) => (bot ? [{ request, bot }] : []));
  await store(
    transaction,
    accepted.map(({ request }) => request),
  );
  const histories = await readHistories(
    transaction,
    accepted.map(({ request }) => request),
  );
  const reservations = await reserveTokens(
    transaction,
    accepted.map(({ request, bot }) => {
      const entry = models.find(bot.serviceUuid);
      return {
        accountId: request.accountId,
        id: request.answerId,
        tokens: entry ? largestCost(entry, bot.instructions, request.text) : 1,
      };
    }),
  );
  const granted = new Map(reservations.map((reservation) => [reservation.id, reservation.granted]));
  return checked.map(({ request, bot, refusal }): BeginOutcome => {
    if (!bot) return refusal ?? { kind: 'bot-not-found' };
    const conversationId = request.conversationId ?? request.newConversationId;
    return {
      kind: 'begun',
      bot,
      conversationId,
      history: histories.get(conversationId) ?? [],
      grantedTokens: granted.get(request.answerId) ?? 0,
    };
  });
}

function refuse(
  request: ChatRequest,
  conversations: ReadonlyMap<ConversationId, turns.LockedConversation>,
  taken: Set<ConversationId>,
): BeginOutcome | null {
  if (!request.conversationId) return null;
  const conversation = conversations.get(request.conversationId);
  const isItsOwn = conversation?.accountId === request.accountId && conversation.origin === 'chat';
  if (!isItsOwn || conversation.botId !== request.botId) return { kind: 'conversation-not-found' };
  if (conversation.isLeased || taken.has(request.conversationId)) return { kind: 'busy' };
  taken.add(request.conversationId);
  return null;
}

async function store(transaction: SystemTransaction, requests: readonly ChatRequest[]): Promise<void> {
  const lease = (request: ChatRequest) => ({
    accountId: request.accountId,
    conversationId: request.conversationId ?? request.newConversationId,
    messageId: request.questionId,
    leaseOwner: request.answerId,
  });
  const fresh = requests.filter((request) => request.conversationId === null);
  const continued = requests.filter((request) => request.conversationId !== null);
  await turns.insertChats(
    transaction,
    fresh.map((request) => ({ ...lease(request), botId: request.botId, title: titleOf(request.text) })),
    LEASE_SECONDS,
  );
  await turns.leaseChats(transaction, continued.map(lease), LEASE_SECONDS);
  await insertMessages(
    transaction,
    requests.map((request) =>
      newMessage({
        accountId: request.accountId,
        id: request.questionId,
        conversationId: request.conversationId ?? request.newConversationId,
        sender: 'customer',
        text: request.text,
      }),
    ),
  );
}

// Postgres text holds neither NUL nor half a surrogate pair.
const titleOf = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH).toWellFormed();

async function readHistories(
  transaction: SystemTransaction,
  requests: readonly ChatRequest[],
): Promise<Map<ConversationId, ChatTurn[]>> {
  const keys = requests.flatMap((request) =>
    request.conversationId ? [{ accountId: request.accountId, conversationId: request.conversationId }] : [],
  );
  const histories = new Map<ConversationId, ChatTurn[]>();
  if (keys.length === 0) return histories;
  const questions = new Set(requests.map((request) => request.questionId));
  for (const said of await turns.findSaid(transaction, keys, HISTORY_MESSAGES)) {
    if (questions.has(said.id)) continue;
    const turn: ChatTurn = { role: said.sender === 'customer' ? 'user' : 'assistant', text: said.text };
    histories.set(said.conversationId, [...(histories.get(said.conversationId) ?? []), turn]);
  }
  return histories;
}
