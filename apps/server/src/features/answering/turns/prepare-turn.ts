import type { BotId, GroupId, MessageId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { newIdAfter } from '../../../platform/ids.ts';
import { channelSettings, classifyContent, type TurnOnChannel } from '../../automations/public.ts';
import type { ModelAccess, Room, RoomRequest, Rooms } from '../../billing/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import { messageTree, turns } from '../../conversations/public.ts';
import { roomRequest } from '../answer/answer-price.ts';
import type { Silence } from '../answer/fallback-answer.ts';
import { promisedAt } from '../answer/staff-promise.ts';

const HISTORY_MESSAGES = 40;

/** A message of the question, in words; of a picture or a recording a sign in place of those it has not. */
export interface QuestionPart {
  readonly messageId: MessageId;
  readonly kind: 'words' | 'image' | 'audio';
  readonly text: string;
}

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
      /** Its parts; pictures and recordings are still to be read. */
      readonly parts: readonly QuestionPart[];
      readonly history: readonly ChatTurn[];
      readonly answeredThrough: MessageId;
      /** Names the question, also when it is answered again and the customer has written more by then. */
      readonly questionId: MessageId;
      /** Id of the answer to come: it stands behind what it answers, and before what comes meanwhile. */
      readonly messageId: MessageId;
      readonly request: RoomRequest;
      readonly room: Room;
      /** Why a person answers, as the customer knows already; null: they know of no reason. */
      readonly informedOf: 'busy' | Silence | null;
      readonly language: string | null;
      /** When staff were last promised, while they are awaited and have not written since. */
      readonly promisedAt: Date | null;
      readonly onChannel: TurnOnChannel;
      /** As `DueTurn.dueAt`: what the question holds was said by then. */
      readonly dueAt: string;
      /** When the customer began to ask. */
      readonly askedAt: Date;
      /** Answers thrown away in a row before this one. */
      readonly superseded: number;
      /** Nothing new was asked: what staff decided on a call of a tool is told. */
      readonly isReport: boolean;
    };

export type ReadyTurn = PreparedTurn & { readonly kind: 'ready' };

/** Whom a group has chosen; null: nobody of it can answer. */
export interface GroupsChoice {
  readonly groupId: GroupId;
  readonly botId: BotId | null;
}

interface ReadKey {
  readonly key: turns.DueTurn;
  readonly choice: GroupsChoice | null;
}

/** Reads what turns need to know, many at once. */
export const createReadTurns = (database: Database): GroupCommit<ReadKey, ReadTurn> =>
  groupCommit((wanted) => database.system((transaction) => readTurns(transaction, wanted)), {
    maxBatch: 64,
    lanes: 2,
  });

export interface PrepareDependencies {
  readonly database: Database;
  readonly models: ModelAccess;
  readonly read: ReturnType<typeof createReadTurns>;
  readonly rooms: Rooms;
}

/** What the customer has said since the last answer is one question; tokens are set aside for it. */
export async function prepareTurn(
  { database, models, read, rooms }: PrepareDependencies,
  {
    key,
    owner,
    choice = null,
  }: {
    readonly key: turns.DueTurn;
    readonly owner: string;
    readonly choice?: GroupsChoice | null | undefined;
  },
): Promise<PreparedTurn> {
  const { accountId, conversationId, dueAt } = key;
  const turn = await read.add({ key, choice });
  if (turn.kind === 'dropped') {
    const handling = turn.isHandedOver ? 'waiting' : null;
    await database.account(accountId, (transaction) =>
      turns.dropTurn(transaction, conversationId, { owner, dueAt, handling }),
    );
    await rooms.leave({ accountId, holder: conversationId });
  }
  if (turn.kind !== 'ready') return turn;
  const hasAttachments = turn.parts.some(({ kind }) => kind !== 'words');
  const asked = { accountId, bot: turn.bot, text: turn.question, hasAttachments };
  const request = roomRequest(await models.of(accountId), asked, {
    id: turn.messageId,
    holder: conversationId,
    entrance: turn.channelId,
    isAnonymous: false,
    isStored: true,
  });
  return { ...turn, request, room: await rooms.request(request) };
}

type ReadTurn = Exclude<PreparedTurn, ReadyTurn> | Omit<ReadyTurn, 'request' | 'room'>;

async function readTurns(
  transaction: SystemTransaction,
  wanted: readonly ReadKey[],
): Promise<readonly ReadTurn[]> {
  const keys = wanted.map(({ key }) => key);
  // In this order: what is said after `dueAt` was read makes it another one.
  const [owed, said] = await Promise.all([
    turns.findOwedTurns(transaction, keys),
    messageTree.findHeard(transaction, keys, HISTORY_MESSAGES),
  ]);
  const owedTo = new Map(owed.map((one) => [one.conversationId, one]));
  const saidIn = Map.groupBy(said, ({ conversationId }) => conversationId);
  const found = wanted.map(({ key, choice }): FoundTurn => {
    const turn = owedTo.get(key.conversationId) ?? null;
    const messages = turn ? readable(saidIn.get(key.conversationId) ?? [], turn) : [];
    const botId = turn?.groupId ? (choice?.botId ?? null) : (turn?.botId ?? null);
    return {
      key,
      choice,
      owed: turn,
      botId,
      said: messages,
      ...divide(messages, turn?.answeredThrough ?? null),
    };
  });
  const [bots, newest] = await transaction.last(() =>
    Promise.all([
      findBotsAcross(
        transaction,
        found.flatMap(({ key: { accountId }, botId }) => (botId ? [{ accountId, botId }] : [])),
      ),
      turns.findQuotable(
        transaction,
        found.flatMap(({ question }) => question.at(-1) ?? []),
      ),
    ]),
  );
  const botOf = new Map(bots.map((bot) => [`${bot.accountId}/${bot.id}`, bot]));
  const newestOf = new Map(newest.map((message) => [message.id, message]));
  return found.map((turn) => decide(turn, botOf.get(`${turn.key.accountId}/${turn.botId}`), newestOf));
}

interface FoundTurn extends ReadKey, Divided {
  readonly owed: turns.OwedTurn | null;
  readonly botId: BotId | null;
  readonly said: readonly messageTree.HeardMessage[];
}

function decide(
  { key, choice, owed, said, ...given }: FoundTurn,
  bot: BotRow | undefined,
  newestOf: ReadonlyMap<MessageId, turns.QuotableMessage>,
): ReadTurn {
  const isReport = given.question.length === 0 && owed?.hasReport === true;
  const { question, history } = isReport ? asReport(said) : given;
  const last = question.at(-1);
  const isBotsTurn = owed && !owed.isPaused && (owed.handling === 'bot' || owed.handling === 'waiting');
  const text = question.map((message) => message.text).join('\n');
  const isDecided = choice?.groupId === owed?.groupId && (choice?.botId === null || bot !== undefined);
  if (owed?.groupId && isBotsTurn && last && !isDecided) {
    const { groupId, previousBotId } = owed;
    return { kind: 'undecided', groupId, previousBotId, question: text, history };
  }
  if (!owed || !bot || !last || !isBotsTurn) {
    return { kind: 'dropped', isHandedOver: owed?.handling === 'bot' && !bot };
  }
  return {
    kind: 'ready',
    bot,
    channelId: owed.channelId,
    question: text,
    // Pictures and recordings of an earlier question were read when it was asked.
    parts: question.map(isReport ? toWords : toPart),
    history,
    answeredThrough: isReport ? (owed.answeredThrough ?? last.id) : last.id,
    questionId: firstSinceReply(said, question[0] ?? last),
    messageId: newIdAfter<MessageId>(isReport ? (said.at(-1)?.id ?? last.id) : last.id),
    informedOf: owed.handling === 'waiting' ? unableReason(owed.waitingReason) : null,
    language: owed.language,
    promisedAt: owed.handling === 'waiting' ? promisedAt(said) : null,
    onChannel: {
      settings: owed,
      language: owed.language,
      outOfOfficeSentAt: owed.outOfOfficeSentAt,
      isWaiting: owed.handling === 'waiting',
      asked: said.filter(({ sender }) => sender === 'customer').map((message) => message.text),
      newest: newestOf.get(last.id) ?? null,
    },
    dueAt: owed.dueAt ?? key.dueAt,
    askedAt: question[0]?.createdAt ?? last.createdAt,
    superseded: owed.superseded,
    isReport,
  };
}

/** Id of the first message that the customer wrote after the last reply, up to this one. */
function firstSinceReply(
  said: readonly messageTree.HeardMessage[],
  message: messageTree.HeardMessage,
): MessageId {
  const end = said.indexOf(message);
  const reply = said.findLastIndex(({ sender }, index) => index < end && sender !== 'customer');
  return said[reply + 1]?.id ?? message.id;
}

const UNABLE = ['busy', 'paused', 'not_published'] as const;
const unableReason = (reason: string | null) => UNABLE.find((one) => one === reason) ?? null;

/** What the bot reads, with its words; signs stand where there are none, and belong to no language. */
function readable(
  heard: readonly messageTree.HeardMessage[],
  owed: turns.OwedTurn,
): messageTree.HeardMessage[] {
  const settings = channelSettings.read(owed);
  return heard.flatMap((message) => {
    if (message.sender !== 'customer') return [message];
    const words = classifyContent(settings, message).forBot;
    return words === null ? [] : [{ ...message, text: words || (SIGNS[message.kind] ?? '') }];
  });
}

const SIGNS: Readonly<Record<string, string>> = { image: '🖼️', audio: '🎤' };

const toPart = ({ id, kind, text, data }: messageTree.HeardMessage): QuestionPart => ({
  messageId: id,
  kind: kind === 'image' || (kind === 'audio' && data.transcript === undefined) ? kind : 'words',
  text,
});

const toWords = ({ id, text }: messageTree.HeardMessage): QuestionPart => ({
  messageId: id,
  kind: 'words',
  text,
});

/** What the customer asked last is what the report is about. */
function asReport(said: readonly messageTree.HeardMessage[]): Divided {
  const last = said.findLast(({ sender }) => sender === 'customer');
  const others = said.filter((message) => message !== last);
  return { question: last ? [last] : [], history: others.map(toTurn) };
}

const toTurn = ({ sender, text }: messageTree.HeardMessage): ChatTurn => ({
  role: sender === 'customer' ? 'user' : 'assistant',
  text,
});

interface Divided {
  readonly question: readonly messageTree.HeardMessage[];
  readonly history: readonly ChatTurn[];
}

function divide(said: readonly messageTree.HeardMessage[], answeredThrough: MessageId | null): Divided {
  const isOpen = (message: messageTree.HeardMessage): boolean =>
    message.sender === 'customer' && (answeredThrough === null || message.id > answeredThrough);
  return {
    question: said.filter(isOpen),
    history: said.filter((message) => !isOpen(message)).map(toTurn),
  };
}
