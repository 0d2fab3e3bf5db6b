import type { AccountId, BotId, MessageId } from '@hanasu/contract/ids';
import type { JsonForm } from '@hanasu/models/catalogue/catalogue-entry';
import type { ChatTurn, JsonFormat } from '@hanasu/models/gateway/answer-request';
import { programContextPrompt } from '@hanasu/models/prompts/answer';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { LiveKey } from '../api-keys/public.ts';
import {
  budgets,
  type Room,
  type RoomRequest,
  type Rooms,
  requestRoom,
  settleUsage,
} from '../billing/public.ts';
import { type BotRow, findBotsAcross } from '../bots/public.ts';
import type {
  Answer,
  AnswerDependencies,
  AnswerListener,
  Attachment,
  RoomlessQuestion,
} from './answer/answer.ts';
import { jsonRefusal, roomRequest } from './answer/answer-price.ts';
import { type AnswerRoom, answerWithRoom } from './answer/answer-question.ts';
import { silenceOf, unable } from './answer/fallback-answer.ts';

export interface StatelessDependencies extends AnswerDependencies {
  readonly database: Database;
  readonly rooms: Rooms;
}

export interface StatelessCall {
  readonly accountId: AccountId;
  readonly botId: BotId;
  /** Is charged beside the account. */
  readonly key: LiveKey;
  readonly text: string;
  /** Oldest first, without the question. */
  readonly history: readonly ChatTurn[];
  /** What the calling program adds behind the bot's own instructions; empty: nothing. */
  readonly context: string;
  readonly attachments: readonly Attachment[];
  readonly json?: JsonFormat;
  /** Aborts when the caller has gone: the model is stopped, and what it has cost is settled. */
  readonly signal: AbortSignal;
}

export type StatelessAnswer =
  | {
      readonly kind: 'begun';
      readonly id: MessageId;
      readonly bot: BotRow;
      /** To be called once. Never throws for what a model does. */
      answer(listener: AnswerListener): Promise<Answer>;
    }
  | { readonly kind: 'bot-not-found' | 'over-budget' }
  | {
      readonly kind: 'json-unsupported';
      /** What the bot's model does answer in. */
      readonly forms: readonly JsonForm[];
      /** It would, if the bot had no tools. */
      readonly isForTools: boolean;
    };

/** One answer without a conversation: nothing of it is stored but what it has cost. */
export async function answerStateless(
  dependencies: StatelessDependencies,
  call: StatelessCall,
): Promise<StatelessAnswer> {
  const id = newId<MessageId>();
  const reserved = await reserve(dependencies, call, id);
  if (reserved.kind !== 'reserved') return reserved;
  const { bot } = reserved;
  const question: RoomlessQuestion = {
    accountId: call.accountId,
    bot,
    programContext: call.context,
    text: call.text,
    history: call.history,
    signal: call.signal,
    languageHint: null,
    attachments: call.attachments,
    ...(call.json && { json: call.json }),
  };
  return {
    kind: 'begun',
    id,
    bot,
    async answer(listener) {
      const answer = await answerOrApologise(dependencies, {
        question,
        room: { ...reserved, rooms: dependencies.rooms },
        listener,
      });
      await settle(dependencies, { call, id, answer });
      return answer;
    },
  };
}

type Reserved =
  | {
      readonly kind: 'reserved';
      readonly bot: BotRow;
      readonly room: Room;
      readonly request: RoomRequest;
    }
  | Exclude<StatelessAnswer, { kind: 'begun' }>;

async function reserve(
  { database, models: access }: StatelessDependencies,
  { accountId, botId, key, text, context, attachments, json }: StatelessCall,
  id: MessageId,
): Promise<Reserved> {
  const models = await access.of(accountId);
  return database.system(async (transaction): Promise<Reserved> => {
    const [[found], isKeyEconomical] = await Promise.all([
      findBotsAcross(transaction, [{ accountId, botId }]),
      budgets.isKeyEconomical(transaction, key),
    ]);
    if (!found) return { kind: 'bot-not-found' };
    const bot = { ...found, isEconomical: found.isEconomical || isKeyEconomical };
    const unsupported = silenceOf(bot) ? null : jsonRefusal(models, bot, json);
    if (unsupported) return { kind: 'json-unsupported', ...unsupported };
    const hasAttachments = attachments.length > 0;
    const schema = json?.schema ? JSON.stringify(json.schema) : '';
    const instructions = `${bot.instructions}\n\n${programContextPrompt(context)}${schema}`;
    const withContext = { ...bot, instructions };
    const asked = { accountId, bot: withContext, text, hasAttachments, apiKeyId: key.keyId };
    const place = { id, holder: id, entrance: 'api', isAnonymous: false, isStored: false };
    const request = roomRequest(models, asked, place);
    const [room] = await requestRoom(transaction, [request]);
    if (room?.kind === 'over_budget' && room.of === 'key' && room.action === 'pause')
      return { kind: 'over-budget' };
    // With none left, what a person has written beforehand can still be said.
    return { kind: 'reserved', bot, request, room: room ?? { kind: 'spent' } };
  });
}

/** A fault of ours must not leave tokens held. */
async function answerOrApologise(
  dependencies: StatelessDependencies,
  {
    question,
    room,
    listener,
  }: { readonly question: RoomlessQuestion; readonly room: AnswerRoom; readonly listener: AnswerListener },
): Promise<Answer> {
  const startedAt = performance.now();
  try {
    return await answerWithRoom(dependencies, { question, asked: room, listener });
  } catch (error) {
    const { serviceUuid } = question.bot;
    dependencies.onModelFailure({ serviceUuid, reason: 'internal', detail: String(error) });
    return unable(question, 'model_failed', startedAt);
  }
}

const settle = (
  { database }: StatelessDependencies,
  {
    call: { accountId, botId, key },
    id,
    answer: { usage, serviceUuid, money },
  }: { readonly call: StatelessCall; readonly id: MessageId; readonly answer: Answer },
): Promise<void> =>
  database.system(async (transaction) => {
    const call = {
      accountId,
      id,
      tokens: -usage.tokens,
      botId,
      serviceUuid,
      channelId: null,
      conversationId: null,
      messageId: null,
      input: usage.inputTokens,
      output: usage.outputTokens,
      money: money ?? null,
      apiKeyId: key.keyId,
    };
    await settleUsage(transaction, [call]);
  });
