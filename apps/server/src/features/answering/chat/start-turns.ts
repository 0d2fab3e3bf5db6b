import type { AttachmentView } from '@hanasu/contract/chat';
import type {
  AccountId,
  AttachmentId,
  BotId,
  ConversationId,
  GroupId,
  MessageId,
  UserId,
  VisitorId,
} from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { type ModelAccess, type Room, type RoomRequest, requestRoom } from '../../billing/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import { chatTurns, findSendable, markSent, messages, turns } from '../../conversations/public.ts';
import { roomRequest } from '../answer/answer-price.ts';
import {
  type BranchPoint,
  type BranchRequest,
  findBranchPoint,
  readHistories,
  TREE_END,
} from './find-branch-point.ts';
import { LEASE_SECONDS } from './running-chats.ts';

export interface ChatRequest extends BranchRequest {
  readonly botId: BotId;
  readonly groupId: GroupId | null;
  readonly origin: turns.ChatOrigin;
  readonly userId: UserId | null;
  readonly visitorId: VisitorId | null;
  /** A visitor whom no site has signed in. */
  readonly isAnonymous: boolean;
  /** Of the conversation that begins when `conversationId` is null. */
  readonly newConversationId: ConversationId;
  /** Ignored with `regenerate`. */
  readonly text: string;
  readonly attachmentIds: readonly AttachmentId[];
  /** The caller's own id of this question: sent again, it is not asked again. */
  readonly requestId: string | null;
}

export type StartOutcome =
  | {
      readonly kind: 'begun';
      readonly bot: BotRow;
      readonly conversationId: ConversationId;
      /** Stored now, or with `regenerate` the earlier one. */
      readonly question: {
        readonly id: MessageId;
        readonly text: string;
        readonly attachments: readonly AttachmentView[];
      };
      readonly history: readonly ChatTurn[];
      /** What the answer hangs on, in a conversation with branches; null: there are none. */
      readonly parentId: MessageId | null;
      readonly request: RoomRequest;
      readonly room: Room;
    }
  | { readonly kind: 'asked-before'; readonly turn: chatTurns.StoredTurn }
  | {
      readonly kind:
        | 'bot-not-found'
        | 'conversation-not-found'
        | 'message-not-found'
        | 'attachment-not-found'
        | 'busy';
    };

const TITLE_LENGTH = 80;

/** Stores questions and sets tokens aside, for many chats in one transaction. */
export const createStartTurns = (
  database: Database,
  access: Pick<ModelAccess, 'of'>,
): GroupCommit<ChatRequest, StartOutcome> =>
  groupCommit(
    async (requests) => {
      const models = await modelsOf(access, requests);
      return database.system((transaction) => begin(transaction, models, requests));
    },
    { maxBatch: 64, lanes: 2 },
  );

type ModelsOf = (accountId: AccountId) => ModelRegistry;

/** Read before the transaction, which waits for nothing else. */
async function modelsOf(
  access: Pick<ModelAccess, 'of'>,
  requests: readonly ChatRequest[],
): Promise<ModelsOf> {
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  const found = await Promise.all(accountIds.map(async (id) => [id, await access.of(id)] as const));
  const models = new Map(found);
  return (accountId) => {
    const own = models.get(accountId);
    if (!own) throw new Error('the models of an account were not read');
    return own;
  };
}

type Refusal = Exclude<StartOutcome, { kind: 'begun' }>;

interface Accepted {
  readonly request: ChatRequest;
  readonly bot: BotRow;
  readonly place: BranchPoint;
  readonly attachments: readonly AttachmentView[];
}

async function begin(
  transaction: SystemTransaction,
  models: ModelsOf,
  requests: readonly ChatRequest[],
): Promise<StartOutcome[]> {
  const checked = await check(transaction, requests);
  const accepted = checked.filter((one): one is Accepted => 'bot' in one);
  await store(transaction, accepted);
  const histories = await readHistories(transaction, accepted);
  const roomRequests = accepted.map((one) => roomOf(models, one));
  const found = await requestRoom(transaction, roomRequests);
  const rooms = new Map(roomRequests.map((request, index) => [request.id, { request, room: found[index] }]));
  return checked.map((one): StartOutcome => {
    if (!('bot' in one)) return one;
    const { request, bot, place, attachments } = one;
    const asked = rooms.get(request.answerId);
    return {
      kind: 'begun',
      bot,
      conversationId: conversationOf(request),
      question: place.question ?? { id: request.questionId, text: request.text, attachments },
      history: histories.get(request.answerId) ?? [],
      parentId: answerParent(request, place),
      request: asked?.request ?? roomOf(models, one),
      room: asked?.room ?? { kind: 'spent' },
    };
  });
}

const roomOf = (models: ModelsOf, { request, bot, place, attachments }: Accepted): RoomRequest =>
  roomRequest(
    models(request.accountId),
    {
      accountId: request.accountId,
      bot,
      text: place.question?.text ?? request.text,
      hasAttachments: (place.question?.attachments ?? attachments).length > 0,
    },
    {
      id: request.answerId,
      holder: conversationOf(request),
      entrance: request.origin,
      isAnonymous: request.isAnonymous,
      isStored: false,
    },
  );

const answerParent = ({ questionId }: ChatRequest, { question, parentId }: BranchPoint): MessageId | null =>
  question?.id ?? (parentId ? questionId : null);

const conversationOf = (request: ChatRequest): ConversationId =>
  request.conversationId ?? request.newConversationId;

/** Bot, conversation, place and attachments of each; whoever is refused leaves nothing behind. */
async function check(
  transaction: SystemTransaction,
  requests: readonly ChatRequest[],
): Promise<(Accepted | Refusal)[]> {
  const found = await findBotsAcross(
    transaction,
    requests.map(({ accountId, botId, origin }) => ({ accountId, botId, draft: origin === 'test' })),
  );
  const bots = new Map(found.map((bot) => [`${bot.accountId}/${bot.id}/${bot.isDraft}`, bot]));
  const continued = requests.flatMap(({ accountId, conversationId }) =>
    conversationId ? [{ accountId, conversationId }] : [],
  );
  const locked = continued.length > 0 ? await turns.lockConversations(transaction, continued) : [];
  const conversations = new Map(locked.map((conversation) => [conversation.conversationId, conversation]));
  const known = await chatTurns.findRequested(transaction, requests.map(toRequest));
  const askedBefore = new Map(
    known.map((turn) => [`${turn.accountId}/${turn.askedBy}/${turn.requestId}`, turn]),
  );
  const taken = new Set<ConversationId>();
  const checked: (Accepted | Refusal)[] = [];
  for (const request of requests) {
    const bot = bots.get(`${request.accountId}/${request.botId}/${request.origin === 'test'}`);
    const { accountId, askedBy, requestId } = toRequest(request);
    const turn = askedBefore.get(`${accountId}/${askedBy}/${requestId}`);
    if (turn) {
      checked.push({ kind: 'asked-before', turn });
      continue;
    }
    const conversation = request.conversationId ? conversations.get(request.conversationId) : undefined;
    const refusal = bot ? refuse(request, conversation, taken) : ({ kind: 'bot-not-found' } as const);
    checked.push(
      !bot || refusal ? (refusal ?? { kind: 'bot-not-found' }) : await place(request, bot, conversation),
    );
  }
  return checked;

  async function place(
    request: ChatRequest,
    bot: BotRow,
    conversation: turns.TurnConversation | undefined,
  ): Promise<Accepted | Refusal> {
    const where = conversation ? await findBranchPoint(transaction, request, conversation) : TREE_END;
    if (!where) return { kind: 'message-not-found' };
    const attachments = await findSendable(transaction, request);
    if (!attachments) return { kind: 'attachment-not-found' };
    if (request.conversationId) taken.add(request.conversationId);
    return { request, bot, place: where, attachments };
  }
}

function refuse(
  request: ChatRequest,
  conversation: turns.TurnConversation | undefined,
  taken: ReadonlySet<ConversationId>,
): Refusal | null {
  if (!request.conversationId)
    return request.replaces || request.regenerate ? { kind: 'message-not-found' } : null;
  const isItsOwn =
    conversation?.accountId === request.accountId &&
    conversation.origin === request.origin &&
    conversation.visitorId === request.visitorId &&
    conversation.groupId === request.groupId &&
    (request.groupId !== null || conversation.botId === request.botId);
  if (!isItsOwn) return { kind: 'conversation-not-found' };
  return conversation.isLeased || taken.has(request.conversationId) ? { kind: 'busy' } : null;
}

const toRequest = ({ accountId, visitorId, userId, requestId }: ChatRequest): chatTurns.Request => ({
  accountId,
  askedBy: visitorId ?? userId,
  requestId,
});

async function store(transaction: SystemTransaction, accepted: readonly Accepted[]): Promise<void> {
  const lease = ({ request }: Accepted) => ({
    accountId: request.accountId,
    conversationId: conversationOf(request),
    messageId: request.questionId,
    leaseOwner: request.answerId,
  });
  const fresh = accepted.filter(({ request }) => request.conversationId === null);
  const continued = accepted.filter(({ request }) => request.conversationId !== null);
  const asked = accepted.filter(({ place }) => place.question === null);
  await turns.insertChats(
    transaction,
    fresh.map((one) => ({ ...one.request, ...lease(one), title: titleOf(one.request.text) })),
    LEASE_SECONDS,
  );
  await turns.leaseChats(
    transaction,
    continued.map((one) => ({
      ...lease(one),
      ...(one.place.question ? { messageId: null } : {}),
      headId: one.place.parentId && !one.place.question ? one.request.questionId : null,
    })),
    LEASE_SECONDS,
  );
  await messages.insertMessages(
    transaction,
    asked.map(({ request, place, attachments }) =>
      messages.newMessage({
        accountId: request.accountId,
        id: request.questionId,
        conversationId: conversationOf(request),
        sender: 'customer',
        text: request.text,
        parentId: place.parentId,
        attachments,
      }),
    ),
  );
  await chatTurns.insertChatTurns(
    transaction,
    accepted.map(({ request, bot, place }) => ({
      ...toRequest(request),
      id: request.answerId,
      conversationId: conversationOf(request),
      botId: bot.id,
      questionId: place.question?.id ?? request.questionId,
      parentId: answerParent(request, place),
      isRegenerated: request.regenerate !== null,
      isAnonymous: request.isAnonymous,
    })),
  );
  for (const { request, attachments } of asked)
    await markSent(transaction, request.accountId, conversationOf(request), attachments);
}

// Postgres text holds neither NUL nor half a surrogate pair.
const titleOf = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH).toWellFormed();
