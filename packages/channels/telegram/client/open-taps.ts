import type { TelegramClient } from './telegram-client.ts';

/** Phones show a tapped button as busy until the tap is answered, or for some seconds. */
export interface OpenTaps {
  add(botId: string, chatId: string, callbackId: string): void;
  /** Answers the taps of a chat; never fails. */
  answer(botToken: string, botId: string, chatId: string): Promise<void>;
}

const MOST_CHATS = 1_000;

/** Kept in memory only: what a restart loses, the phone gives up by itself. */
export function createOpenTaps(client: TelegramClient): OpenTaps {
  const open = new Map<string, string[]>();
  return {
    add(botId, chatId, callbackId) {
      if (open.size >= MOST_CHATS) open.clear();
      const key = `${botId}/${chatId}`;
      open.set(key, [...(open.get(key) ?? []), callbackId].slice(-10));
    },
    async answer(botToken, botId, chatId) {
      const key = `${botId}/${chatId}`;
      const ids = open.get(key);
      if (!ids) return;
      open.delete(key);
      await Promise.all(
        ids.map((id) =>
          client.call({ botToken, method: 'answerCallbackQuery', params: { callback_query_id: id } }),
        ),
      );
    },
  };
}
