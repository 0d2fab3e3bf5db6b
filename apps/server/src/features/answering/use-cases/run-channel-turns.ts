import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Database } from '../../../platform/database/database.ts';
import type { GroupCommit } from '../../../platform/database/group-commit.ts';
import { newId } from '../../../platform/ids.ts';
import { reserveTokens } from '../../billing/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { type Announce, turns } from '../../inbox/public.ts';
import { type AnswerDependencies, answerQuestion, largestCost } from './answer-question.ts';
import type { FinishedTurn, FinishOutcome } from './finish-turns.ts';

export interface ChannelTurnDependencies extends AnswerDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly finishTurns: GroupCommit<FinishedTurn, FinishOutcome>;
  readonly announce: Announce;
  readonly wakeDelivery: () => void;
  readonly wakeTurns: () => void;
  readonly onError: (error: unknown) => void;
  readonly models: ModelRegistry;
}

const AT_ONCE = 32;
const LEASE_SECONDS = 20;
const HEARTBEAT_MS = 5_000;
const HISTORY_MESSAGES = 40;
const SOURCES = { en: 'Sources', ja: '出典', vi: 'Nguồn' } as const;

/** Runs due turns of channels, many side by side but one at a time for each conversation. */
export function createTurnRunner(dependencies: ChannelTurnDependencies) {
  const running = new Set<Promise<void>>();

  return {
    /** Starts what is due; returns the milliseconds until the next turn is. */
    async pass(): Promise<number | null> {
      const { database, onError, wakeTurns } = dependencies;
      const room = AT_ONCE - running.size;
      if (room <= 0) return null;
      // Each turn has an owner of its own, so that a lost lease is noticed even within one process.
      const owner = newId<string>();
      const due = await database.system((transaction) =>
        turns.claimDue(transaction, owner, room, LEASE_SECONDS),
      );
      for (const key of due) {
        const turn = runTurn(dependencies, key, owner)
          .catch(onError)
          .finally(() => {
            running.delete(turn);
            wakeTurns();
          });
        running.add(turn);
      }
      return database.system(turns.nextDueIn);
    },
    /** Waits for the turns that run. */
    async drain(): Promise<void> {
      await Promise.allSettled([...running]);
    },
  };
}

async function runTurn(
  dependencies: ChannelTurnDependencies,
  key: turns.ConversationKey,
  owner: string,
): Promise<void> {
  const stop = new AbortController();
  const heartbeat = setInterval(() => {
    dependencies.database
      .system((transaction) => turns.extendLease(transaction, key, owner, LEASE_SECONDS))
      .then((isOurs) => {
        if (!isOurs) stop.abort();
      })
      .catch(dependencies.onError);
  }, HEARTBEAT_MS);
  try {
    await answerTurn(dependencies, key, owner, stop.signal);
  } finally {
    clearInterval(heartbeat);
  }
}

async function answerTurn(
  dependencies: ChannelTurnDependencies,
  key: turns.ConversationKey,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, directory, announce, finishTurns, models, wakeDelivery } = dependencies;
  const messageId = newId<MessageId>();
  const turn = await prepareTurn(database, models, key, owner, messageId);
  if (turn.kind === 'dropped') {
    if (turn.isHandedOver) announce(key.accountId, 'handling', key.conversationId);
    return;
  }
  const channel = await directory.open(key.accountId, turn.channelId);
  if (!channel) return;
  const answer = await answerQuestion(
    dependencies,
    {
      accountId: key.accountId,
      bot: turn.bot,
      text: turn.question,
      history: turn.history,
      grantedTokens: turn.grantedTokens,
      signal,
      languageHint: turn.language,
    },
    { onPassages: () => undefined, onText: () => undefined },
  );
  const outcome = await finishTurns.add({
    accountId: key.accountId,
    conversationId: key.conversationId,
    botId: turn.bot.id,
    serviceUuid: turn.bot.serviceUuid,
    messageId,
    leaseOwner: owner,
    answer,
    channel: {
      id: turn.channelId,
      adapter: channel.adapter,
      answeredThrough: turn.answeredThrough,
      showSources: turn.bot.showSources,
      sourcesLabel: SOURCES[detectLanguage(answer.text, 'en')],
    },
  });
  if (outcome === 'overtaken') return;
  wakeDelivery();
  announce(key.accountId, 'bot_chat', key.conversationId, [messageId]);
}

type Prepared =
  | { readonly kind: 'dropped'; readonly isHandedOver: boolean }
  | {
      readonly kind: 'ready';
      readonly bot: BotRow;
      readonly channelId: turns.OwedTurn['channelId'];
      readonly question: string;
      readonly history: readonly ChatTurn[];
      readonly answeredThrough: MessageId;
      readonly grantedTokens: number;
      readonly language: string | null;
    };

/** What the customer has said since the last answer is one question; tokens are set aside for it. */
function prepareTurn(
  database: Database,
  models: ModelRegistry,
  key: turns.ConversationKey,
  owner: string,
  messageId: MessageId,
): Promise<Prepared> {
  return database.system(async (transaction): Promise<Prepared> => {
    const scoped = { ...transaction, accountId: key.accountId };
    const owed = await turns.findOwedTurn(scoped, key.conversationId);
    const bot = owed?.botId
      ? (await findBotsAcross(transaction, [{ accountId: key.accountId, botId: owed.botId }]))[0]
      : undefined;
    const said = await turns.findSaid(transaction, [key], HISTORY_MESSAGES);
    const { question, history } = divide(said, owed?.answeredThrough ?? null);
    const last = question.at(-1);
    const isBotsTurn = owed && !owed.isPaused && (owed.handling === 'bot' || owed.handling === 'waiting');
    if (!owed || !bot || !last || !isBotsTurn) {
      const isAbandoned = owed?.handling === 'bot' && !bot;
      await turns.dropTurn(scoped, key.conversationId as ConversationId, {
        owner,
        handling: isAbandoned ? 'waiting' : null,
      });
      return { kind: 'dropped', isHandedOver: isAbandoned };
    }
    const entry = models.find(bot.serviceUuid);
    const [reservation] = await reserveTokens(transaction, [
      { accountId: key.accountId, id: messageId, tokens: entry ? Math.max(1, largestCost(entry)) : 1 },
    ]);
    return {
      kind: 'ready',
      bot,
      channelId: owed.channelId,
      question: question.map((message) => message.text).join('\n'),
      history,
      answeredThrough: last.id,
      grantedTokens: reservation?.granted ?? 0,
      language: owed.language,
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
