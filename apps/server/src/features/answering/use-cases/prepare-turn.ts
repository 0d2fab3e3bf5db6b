import type { BotId, ConversationId, GroupId, MessageId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Database } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { newIdAfter } from '../../../platform/ids.ts';
import { type Reservation, type ReservationRequest, reserveTokens } from '../../billing/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import type { TurnOnChannel } from '../../channels/public.ts';
import { turns } from '../../inbox/public.ts';
import { largestCost } from '../domain/answer-price.ts';

const HISTORY_MESSAGES = 40;

export type PreparedTurn =
  | { readonly kind: 'dropped'; readonly isHandedOver: boolean }
  /** A group has to choose its bot first, which may take a while and is done outside of the transaction. */
  | {
      readonly kind: 'undecided';
      readonly groupId: GroupId;
      readonly previousBotId: BotId | null;
      readonly question: string;
      readonly history: readonly ChatTurn[];
    }
  | {
      readonly kind: 'ready';
      readonly bot: BotRow;
      readonly channelId: turns.OwedTurn['channelId'];
      readonly question: string;
      readonly history: readonly ChatTurn[];
      readonly answeredThrough: MessageId;
      /** Id of the answer to come: it stands behind what it answers, and before what comes meanwhile. */
      readonly messageId: MessageId;
      readonly grantedTokens: number;
      readonly language: string | null;
      readonly onChannel: TurnOnChannel;
      /** As `DueTurn.dueAt`: what the question holds was said by then. */
      readonly dueAt: string;
      /** When the customer began to ask. */
      readonly askedAt: Date;
      /** Answers thrown away in a row before this one. */
      readonly superseded: number;
    };

export type ReadyTurn = PreparedTurn & { readonly kind: 'ready' };

/** Whom a group has chosen; null: nobody of it can answer. */
export interface GroupsChoice {
  readonly groupId: GroupId;
  readonly botId: BotId | null;
}

/** Sets tokens aside for many turns at once: meanwhile nobody else of the same account can, so it must be short. */
export const createReserve = (database: Database): GroupCommit<ReservationRequest, Reservation> =>
  groupCommit((requests) => database.system((transaction) => reserveTokens(transaction, requests)), {
    maxBatch: 128,
    lanes: 1,
  });

export interface PrepareDependencies {
  readonly database: Database;
  readonly models: ModelRegistry;
  readonly reserve: ReturnType<typeof createReserve>;
}

/** What the customer has said since the last answer is one question; tokens are set aside for it. */
export async function prepareTurn(
  { database, models, reserve }: PrepareDependencies,
  key: turns.DueTurn,
  owner: string,
  choice: GroupsChoice | null = null,
): Promise<PreparedTurn> {
  const turn = await readTurn(database, key, owner, choice);
  if (turn.kind !== 'ready') return turn;
  const tokens = largestCost(models, turn.bot, turn.question);
  const { granted } = await reserve.add({ accountId: key.accountId, id: turn.messageId, tokens });
  return { ...turn, grantedTokens: granted };
}

type ReadTurn = Exclude<PreparedTurn, ReadyTurn> | Omit<ReadyTurn, 'grantedTokens'>;

function readTurn(
  database: Database,
  key: turns.DueTurn,
  owner: string,
  choice: GroupsChoice | null,
): Promise<ReadTurn> {
  return database.system(async (transaction): Promise<ReadTurn> => {
    const scoped = { ...transaction, accountId: key.accountId };
    const owed = await turns.findOwedTurn(scoped, key.conversationId);
    const botId = owed?.groupId ? (choice?.botId ?? null) : (owed?.botId ?? null);
    const bot = botId
      ? (await findBotsAcross(transaction, [{ accountId: key.accountId, botId }]))[0]
      : undefined;
    const said = await turns.findSaid(transaction, [key], HISTORY_MESSAGES);
    const { question, history } = divide(said, owed?.answeredThrough ?? null);
    const last = question.at(-1);
    const isBotsTurn = owed && !owed.isPaused && (owed.handling === 'bot' || owed.handling === 'waiting');
    const text = question.map((message) => message.text).join('\n');
    const isDecided = choice?.groupId === owed?.groupId && (choice?.botId === null || bot !== undefined);
    if (owed?.groupId && isBotsTurn && last && !isDecided) {
      const { groupId, previousBotId } = owed;
      return { kind: 'undecided', groupId, previousBotId, question: text, history };
    }
    if (!owed || !bot || !last || !isBotsTurn) {
      const isAbandoned = owed?.handling === 'bot' && !bot;
      await turns.dropTurn(scoped, key.conversationId as ConversationId, {
        owner,
        dueAt: key.dueAt,
        handling: isAbandoned ? 'waiting' : null,
      });
      return { kind: 'dropped', isHandedOver: isAbandoned };
    }
    return {
      kind: 'ready',
      bot,
      channelId: owed.channelId,
      question: text,
      history,
      answeredThrough: last.id,
      messageId: newIdAfter<MessageId>(last.id),
      language: owed.language,
      onChannel: {
        settings: owed,
        language: owed.language,
        nobodyToldAt: owed.nobodyToldAt,
        isWaiting: owed.handling === 'waiting',
        asked: said.filter(({ sender }) => sender === 'customer').map((message) => message.text),
        newest: await turns.findQuotable(scoped, last.id),
      },
      dueAt: owed.dueAt ?? key.dueAt,
      askedAt: question[0]?.createdAt ?? last.createdAt,
      superseded: owed.superseded,
    };
  });
}

function divide(said: readonly turns.SaidMessage[], answeredThrough: MessageId | null) {
  const isOpen = (message: turns.SaidMessage): boolean =>
    message.sender === 'customer' && (answeredThrough === null || message.id > answeredThrough);
  return {
    question: said.filter(isOpen),
    history: said
      .filter((message) => !isOpen(message))
      .map(
        (message): ChatTurn => ({
          role: message.sender === 'customer' ? 'user' : 'assistant',
          text: message.text,
        }),
      ),
  };
}
