import { z } from 'zod';

/** Goes into the path of every call, so nothing else may ever stand in it. */
export const BOT_TOKEN = /^\d{3,20}:[A-Za-z0-9_-]{30,100}$/;

export const TelegramCredentials = z
  .object({
    botToken: z.string().trim().regex(BOT_TOKEN, 'the whole token, as BotFather gave it'),
    /** Learned when connecting: what people in a group call the bot by. */
    botUsername: z.string().optional(),
  })
  .strict();
export type TelegramCredentials = z.infer<typeof TelegramCredentials>;

/** The first part of a token is the bot's own id. */
export const botIdOf = ({ botToken }: Pick<TelegramCredentials, 'botToken'>): string =>
  botToken.slice(0, botToken.indexOf(':'));
