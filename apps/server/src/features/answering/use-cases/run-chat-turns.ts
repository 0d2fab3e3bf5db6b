import type { MessageId } from '@hanasu/contract/ids';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { requestRoom } from '../../billing/public.ts';
import { findBotsAcross } from '../../bots/public.ts';
import { branches, chatTurns, received as inbound } from '../../conversations/public.ts';
import { roomRequest } from '../domain/room-request.ts';
import { LEASE_SECONDS } from '../running-chats.ts';
import type { ChatDependencies } from './chat.ts';
import { AT_END } from './place-question.ts';
import { readHistories } from './read-histories.ts';
import { type ChatTurnToRun, runChatTurn } from './run-chat-turn.ts';

export interface ChatTurnDependencies extends ChatDependencies {
  readonly models: ModelRegistry;
  /** A run that nobody waits for has ended with an answer. */
  readonly onAnswered: (turn: chatTurns.ClaimedTurn) => Promise<void>;
}

const AT_ONCE = 32;
/** After so many runs the customer hears that nobody can answer now. */
const RUNS = 4;
/** Not even that could be stored. */
const MOST_RUNS = 8;

/** Runs turns of chats again whose process has died or stopped; those that begin are run where they were asked. */
export function createChatTurnRunner(dependencies: ChatTurnDependencies) {
  const { database, onError, runningChats } = dependencies;
  const running = new Set<Promise<void>>();

  async function run(turn: chatTurns.ClaimedTurn, owner: string): Promise<void> {
    const ready = await database.system((transaction) => prepare(transaction, dependencies.models, turn));
    if (!ready) {
      await database.system((transaction) => drop(transaction, turn, owner));
      return dependencies.announce(turn.accountId, 'handling', turn.conversationId);
    }
    const answer = await runChatTurn(dependencies, ready, runningChats.begin({ ...turn, owner }));
    if (answer) await dependencies.onAnswered(turn);
  }

  return {
    async pass(): Promise<null> {
      const room = AT_ONCE - running.size;
      if (room <= 0 || runningChats.isStopping) return null;
      const owner = newId<string>();
      const claimed = await database.system((transaction) =>
        chatTurns.claimChatTurns(transaction, owner, room, LEASE_SECONDS),
      );
      for (const turn of claimed) {
        const done = run(turn, owner)
          .catch(onError)
          .finally(() => running.delete(done));
        running.add(done);
      }
      return null;
    },
    /** Waits for the turns that run. */
    async drain(): Promise<void> {
      await Promise.allSettled([...running]);
    },
  };
}

/** No run answers it: if nobody else has, a person has to. */
async function drop(
  transaction: SystemTransaction,
  turn: chatTurns.ClaimedTurn,
  owner: string,
): Promise<void> {
  await chatTurns.dropChatTurn(transaction, { ...turn, owner });
  if (turn.origin !== 'embed' || turn.isAnswered || turn.isReport) return;
  await inbound.askForPerson(within(transaction, turn.accountId), turn.conversationId, 'model_failed');
}

/** Null: there is nothing left to answer. */
async function prepare(
  transaction: SystemTransaction,
  models: ModelRegistry,
  turn: chatTurns.ClaimedTurn,
): Promise<ChatTurnToRun | null> {
  const { accountId, botId, conversationId, origin, parentId, isRegenerated, attempt } = turn;
  const { isReport } = turn;
  if (isReport && !turn.hasReport) return null;
  const isTaken = origin === 'embed' && (turn.handling === 'operator' || turn.handling === 'closed');
  if (isTaken || turn.isAnswered || attempt > MOST_RUNS) return null;
  const [[bot], question] = await Promise.all([
    findBotsAcross(transaction, [{ accountId, botId, draft: origin === 'test' }]),
    branches.findPlaced(transaction, accountId, turn.questionId),
  ]);
  if (!bot || !question) return null;
  const request = { accountId, conversationId, answerId: turn.id, questionId: question.id };
  const place = parentId === null ? AT_END : { parentId: null, question };
  const histories = await readHistories(transaction, [{ request, place }]);
  const hasAttachments = question.attachments.length > 0;
  const { id, isAnonymous } = turn;
  const asked = roomRequest(
    models,
    { accountId, bot, text: question.text, hasAttachments },
    { id, holder: conversationId, entrance: origin, isAnonymous, isStored: false },
  );
  const [room] = await requestRoom(transaction, [asked]);
  return {
    ...{ bot, conversationId, question, parentId, origin, isRegenerated, isReport },
    history: histories.get(turn.id as MessageId) ?? [],
    request: asked,
    room: room ?? { kind: 'spent' },
    isApology: attempt > RUNS,
  };
}
