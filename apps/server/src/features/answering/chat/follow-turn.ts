import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatAnswer, StreamCursor } from '@hanasu/contract/chat';
import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  type MessagePart,
  type MessageStream,
  openMessageStream,
} from '../../../platform/http/message-stream.ts';
import { chatTurns } from '../../conversations/public.ts';
import type { AskedBefore, ChatDependencies, StartedChat } from './chat.ts';
import { partsFrom, type RunningChat, type RunningChats } from './running-chats.ts';

/** Streams an answer from its start on, be it begun now or asked for before. It goes on when nobody listens any more. */
export async function streamChat(
  dependencies: ChatDependencies,
  chat: StartedChat | AskedBefore,
  to: { readonly accountId: AccountId; readonly reply: FastifyReply } & Shown,
): Promise<ChatAnswer | null> {
  const { accountId, reply, show, news } = to;
  const { conversationId } = chat;
  if (chat.kind === 'begun') {
    await watchChat(chat.running, reply, { show, news });
    return chat.answer;
  }
  const cursor = { answerId: chat.answerId, attempt: 1, position: 0 };
  const isThere = await followTurn(dependencies, { accountId, conversationId, cursor, show, news }, reply);
  if (!isThere) throw notHere();
  return null;
}

/** The whole answer, for who asked for no stream. */
export async function wholeAnswer(
  dependencies: ChatDependencies,
  chat: StartedChat | AskedBefore,
  accountId: AccountId,
): Promise<ChatAnswer> {
  const answer =
    chat.kind === 'begun'
      ? await chat.answer
      : await awaitAnswer(dependencies, { accountId, id: chat.answerId });
  if (!answer) throw notHere();
  return answer;
}

const notHere = (): AppError =>
  new AppError(
    'conversation_busy',
    'The question is stored and will be answered. Read the conversation for its answer.',
  );

/** How far a browser has come: the run of the turn, and how many characters (UTF-16) of its text. */
interface Cursor {
  /** Null: the answer that is being made now. */
  readonly answerId: MessageId | null;
  readonly attempt: number;
  readonly position: number;
}

type RunCursor = Omit<Cursor, 'answerId'>;

/** Of a request for more; what is left out is the start. */
export const cursorOf = ({ answerUuid, attempt = 1, position = 0 }: StreamCursor): Cursor => ({
  answerId: answerUuid ?? null,
  attempt,
  position,
});

/** What a watcher may see of a part; null: nothing. */
export type ShowPart = (part: MessagePart) => MessagePart | null;

const AS_IT_IS: ShowPart = (part) => part;

interface Shown {
  readonly show?: ShowPart | undefined;
  /** Calls back when something else was said in the conversation; returns how to stop. */
  readonly news?: ((tell: () => void) => () => void) | undefined;
}

interface FollowDependencies {
  readonly database: Database;
  readonly runningChats: RunningChats;
}

interface Asked extends Shown {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  readonly cursor: Cursor;
}

/** How often it is looked what another process has sent. */
const LOOK_EVERY_MS = 250;
/** A turn is run again a few times at most; who has waited for so long asks for what was said. */
const PATIENCE_MS = 180_000;

/**
 * Goes on with a stream where a browser has lost it, wherever the answer is made. False: there is none to go on with,
 * and nothing was written.
 */
export async function followTurn(
  dependencies: FollowDependencies,
  { accountId, conversationId, cursor, ...shown }: Asked,
  reply: FastifyReply,
): Promise<boolean> {
  const { database, runningChats } = dependencies;
  const turn = await database.system((transaction) =>
    chatTurns.findChatTurn(transaction, { accountId, conversationId }, cursor.answerId),
  );
  if (!turn || (turn.isEnded && cursor.answerId === null)) return false;
  const from = {
    attempt: cursor.answerId === null ? turn.attempt : cursor.attempt,
    position: cursor.position,
  };
  const running = runningChats.find(accountId, conversationId);
  if (running?.key.id === turn.id) await watchChat(running, reply, { from, ...shown });
  else await followStored(dependencies, { turn, from, out: openStream(reply, shown) });
  return true;
}

interface OpenStream extends MessageStream {
  readonly gone: AbortSignal;
  /** Without its end: the browser comes back. */
  breakOff(): void;
}

function openStream(reply: FastifyReply, { show = AS_IT_IS, news }: Shown): OpenStream {
  reply.hijack();
  const out = openMessageStream(reply.raw, reply.getHeaders());
  const gone = new AbortController();
  const hearNoMore = news?.(() => out.part({ type: 'data-news' }));
  reply.raw.once('close', () => {
    hearNoMore?.();
    // With a reason of its own no error with a stack is made for each answer.
    gone.abort('closed');
  });
  return {
    part(part) {
      const shown = show(part);
      if (shown) out.part(shown);
    },
    end() {
      hearNoMore?.();
      out.end();
    },
    gone: gone.signal,
    breakOff: () => reply.raw.destroy(),
  };
}

/** Writes an answer of this process; resolves when it has ended or nobody listens any more. */
function watchChat(
  running: RunningChat,
  reply: FastifyReply,
  options: { readonly from?: RunCursor } & Shown = {},
): Promise<void> {
  const { attempt } = running.key;
  const { from = { attempt, position: 0 } } = options;
  const out = openStream(reply, options);
  const isSameRun = from.attempt === attempt;
  if (!isSameRun) out.part({ type: 'data-restart', data: { attempt } });
  return new Promise((resolve) => {
    const leave = running.watch(
      {
        part: out.part,
        end() {
          out.end();
          resolve();
        },
        lose() {
          out.breakOff();
          resolve();
        },
      },
      isSameRun ? from.position : 0,
    );
    out.gone.addEventListener('abort', () => {
      leave();
      resolve();
    });
  });
}

async function followStored(
  { database, runningChats }: FollowDependencies,
  {
    turn,
    from,
    out,
  }: { readonly turn: chatTurns.StoredTurn; readonly from: RunCursor; readonly out: OpenStream },
): Promise<void> {
  let since = { attempt: from.attempt, sequence: -1 };
  let skipped = from.position;
  for (
    const end = performance.now() + PATIENCE_MS;
    performance.now() < end && !out.gone.aborted && !runningChats.isStopping;
  ) {
    const { attempt, sequence } = since;
    const sent = await database.system((transaction) => chatTurns.readSent(transaction, turn, since));
    if (!sent) break;
    if (sent.attempt !== attempt) {
      out.part({ type: 'data-restart', data: { attempt: sent.attempt } });
      skipped = 0;
    }
    const parts = sent.rows.flatMap((row) => row.parts) as MessagePart[];
    for (const part of partsFrom(parts, skipped)) out.part(part);
    skipped = Math.max(0, skipped - lengthOf(parts));
    if (sent.isEnded) return out.end();
    since = {
      attempt: sent.attempt,
      sequence: sent.rows.at(-1)?.sequence ?? (sent.attempt === attempt ? sequence : -1),
    };
    await sleep(LOOK_EVERY_MS, undefined, { signal: out.gone }).catch(() => undefined);
  }
  out.breakOff();
}

/** The answer of a turn that is run elsewhere, when it has ended; null: it has not for too long, or it came to none. */
async function awaitAnswer(
  { database, runningChats }: FollowDependencies,
  turn: chatTurns.ChatTurnKey,
): Promise<ChatAnswer | null> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end && !runningChats.isStopping; ) {
    const sent = await database.system((transaction) =>
      chatTurns.readSent(transaction, turn, { attempt: 0, sequence: -1 }),
    );
    const parts = (sent?.rows ?? []).flatMap((row) => row.parts) as MessagePart[];
    if (!sent || sent.isEnded)
      return (
        (parts.find(({ type }) => type === 'data-answer') as { data?: ChatAnswer } | undefined)?.data ?? null
      );
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}

const lengthOf = (parts: readonly MessagePart[]): number =>
  parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
