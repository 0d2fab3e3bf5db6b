import type { AccountId, ConversationId, VisitorId } from '@hanasu/contract/ids';
import type { MessagePart } from './message-stream.ts';

/** Somebody who watches an answer being made. */
export interface Watcher {
  part(part: MessagePart): void;
  end(): void;
}

/** An answer that is being made in this process: goes on whoever watches. */
export interface RunningChat {
  readonly signal: AbortSignal;
  readonly visitorId: VisitorId | null;
  /** Stops the model; what was said so far is kept and paid. Harmless when it has ended. */
  stop(): void;
  part(part: MessagePart): void;
  end(): void;
  readonly ended: Promise<void>;
  /** From the first part on, then as they come; returns how to leave. */
  watch(watcher: Watcher): () => void;
}

export interface RunningChats {
  begin(accountId: AccountId, conversationId: ConversationId, visitorId: VisitorId | null): RunningChat;
  find(accountId: AccountId, conversationId: ConversationId): RunningChat | undefined;
  /** Stops all and resolves when each has stored what it said. */
  stopAll(): Promise<void>;
}

/** Answers of this process, so that a reloaded page can go on watching and anybody may stop them. */
export function createRunningChats(): RunningChats {
  const running = new Map<string, RunningChat>();
  const key = (accountId: AccountId, conversationId: ConversationId): string =>
    `${accountId}/${conversationId}`;
  return {
    begin(accountId, conversationId, visitorId) {
      const name = key(accountId, conversationId);
      const chat = createRunningChat(visitorId, () => {
        if (running.get(name) === chat) running.delete(name);
      });
      running.set(name, chat);
      return chat;
    },
    find: (accountId, conversationId) => running.get(key(accountId, conversationId)),
    async stopAll() {
      const chats = [...running.values()];
      for (const chat of chats) chat.stop();
      await Promise.all(chats.map(({ ended }) => ended));
    },
  };
}

function createRunningChat(visitorId: VisitorId | null, onEnd: () => void): RunningChat {
  const controller = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const watchers = new Set<Watcher>();
  // The model's own limit of output bounds what is kept: texts that follow each other are one part.
  const parts: MessagePart[] = [];
  let said: { type: 'text'; text: string } | null = null;
  let isOver = false;
  return {
    signal: controller.signal,
    visitorId,
    stop: () => controller.abort(),
    part(part) {
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
    end() {
      if (isOver) return;
      isOver = true;
      for (const watcher of watchers) watcher.end();
      watchers.clear();
      onEnd();
      resolve();
    },
    ended,
    watch(watcher) {
      for (const part of parts) watcher.part(part);
      if (isOver) watcher.end();
      else watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
