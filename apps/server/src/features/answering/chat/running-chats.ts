import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { MessagePart } from '../../../platform/http/message-stream.ts';
import { chatTurns } from '../../conversations/public.ts';
import type { StreamJournal } from './stream-journal.ts';

/** Somebody who watches an answer being made. */
interface Watcher {
  part(part: MessagePart): void;
  end(): void;
  /** It is not made here any more: whoever comes back is told where it goes on. */
  lose(): void;
}

/** One run of a turn; `owner` has the lease of its conversation. */
interface RunKey extends chatTurns.LeasedTurn {
  readonly attempt: number;
}

/** An answer that is being made in this process: goes on whoever watches. */
export interface RunningChat {
  readonly key: RunKey;
  readonly signal: AbortSignal;
  /** Nothing of it may be stored any more: another run makes the answer anew. */
  readonly isAbandoned: boolean;
  /** Stops the model; what was said so far is kept and paid. Harmless when it has ended. */
  stop(): void;
  abandon(): void;
  part(part: MessagePart): void;
  /** Everything was said: the rows to store with the end. Parts after this one reach only who watches here. */
  closeJournal(last: readonly MessagePart[]): Promise<chatTurns.PartsRow[]>;
  end(): void;
  readonly ended: Promise<void>;
  /** From this position of the text on, with everything that is no text; returns how to leave. */
  watch(watcher: Watcher, from?: number): () => void;
}

export interface RunningChats {
  /** No answer is begun any more. */
  readonly isStopping: boolean;
  begin(key: RunKey): RunningChat;
  find(accountId: AccountId, conversationId: ConversationId): RunningChat | undefined;
  /** Lets answers end for so long; the rest is left to be run again, at once where somebody is there. */
  stopAll(graceMs: number): Promise<void>;
}

interface RunningChatsDependencies {
  readonly database: Database;
  readonly journal: StreamJournal;
  readonly onError: (error: unknown) => void;
}

/** A turn whose process died is taken over after this. */
export const LEASE_SECONDS = 20;
const HEARTBEAT_MS = 5_000;

/** Answers of this process: their leases are kept, whoever comes back goes on watching, anybody may stop them. */
export function createRunningChats({ database, journal, onError }: RunningChatsDependencies): RunningChats {
  const running = new Map<string, RunningChat>();
  const nameOf = (accountId: AccountId, conversationId: ConversationId): string =>
    `${accountId}/${conversationId}`;
  let heartbeat: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function keepLeases(): Promise<void> {
    const chats = [...running.values()];
    if (chats.length === 0) return;
    const held = await database.system((transaction) =>
      chatTurns.extendLeases(
        transaction,
        chats.map(({ key }) => key),
        LEASE_SECONDS,
      ),
    );
    const byId = new Map(held.map((turn) => [turn.id, turn]));
    for (const chat of chats) {
      const turn = byId.get(chat.key.id);
      if (!turn) chat.abandon();
      else if (turn.wantsStop) chat.stop();
    }
  }

  return {
    get isStopping() {
      return isStopping;
    },
    begin(key) {
      const name = nameOf(key.accountId, key.conversationId);
      const chat = createRunningChat(key, journal, () => {
        if (running.get(name) === chat) running.delete(name);
        if (running.size > 0) return;
        clearInterval(heartbeat);
        heartbeat = undefined;
      });
      running.set(name, chat);
      heartbeat ??= setInterval(() => void keepLeases().catch(onError), HEARTBEAT_MS).unref();
      return chat;
    },
    find: (accountId, conversationId) => running.get(nameOf(accountId, conversationId)),
    async stopAll(graceMs) {
      isStopping = true;
      const ended = Promise.all([...running.values()].map((chat) => chat.ended));
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, graceMs);
      await Promise.race([ended, late]);
      clearTimeout(timer);
      const left = [...running.values()];
      for (const chat of left) chat.abandon();
      if (left.length > 0)
        await database
          .system((transaction) =>
            chatTurns.giveUpLeases(
              transaction,
              left.map(({ key }) => key),
            ),
          )
          .catch(onError);
      await ended;
    },
  };
}

function createRunningChat(key: RunKey, journal: StreamJournal, onEnd: () => void): RunningChat {
  const controller = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const watchers = new Set<Watcher>();
  // The model's own limit of output bounds what is kept: texts that follow each other are one part.
  const parts: MessagePart[] = [];
  let said: { type: 'text'; text: string } | null = null;
  let isJournalOpen = true;
  let isAbandoned = false;
  let isOver = false;
  const leave = (watcher: Watcher): void => (isAbandoned ? watcher.lose() : watcher.end());
  return {
    key,
    signal: controller.signal,
    get isAbandoned() {
      return isAbandoned;
    },
    stop: () => controller.abort(),
    abandon() {
      isAbandoned = true;
      controller.abort();
    },
    part(part) {
      if (isJournalOpen) journal.add(key, part);
      if (part.type === 'text') {
        if (!said) {
          said = { type: 'text', text: '' };
          parts.push(said);
        }
        said.text += part.text;
      } else {
        said = null;
        parts.push(part);
      }
      for (const watcher of watchers) watcher.part(part);
    },
    closeJournal(last) {
      isJournalOpen = false;
      return journal.close(key, last);
    },
    end() {
      if (isOver) return;
      isOver = true;
      if (isJournalOpen) void journal.close(key, []);
      for (const watcher of watchers) leave(watcher);
      watchers.clear();
      onEnd();
      resolve();
    },
    ended,
    watch(watcher, from = 0) {
      for (const part of partsFrom(parts, from)) watcher.part(part);
      if (isOver) leave(watcher);
      else watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The parts with the text from a position on. All that is no text is sent again: it replaces what came before. */
export function partsFrom(parts: readonly MessagePart[], from: number): MessagePart[] {
  let position = 0;
  return parts.flatMap((part): MessagePart[] => {
    if (part.type !== 'text') return [part];
    const start = Math.max(0, from - position);
    position += part.text.length;
    const text = part.text.slice(start);
    return text === '' ? [] : [{ type: 'text', text }];
  });
}
