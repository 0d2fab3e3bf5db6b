import type { ChannelAdapter, ChannelContext } from '../spec/channel.ts';
import { checkSecret } from './client/check-secret.ts';
import { connect } from './client/connect.ts';
import { fetchMedia } from './client/fetch-media.ts';
import { createOpenTaps } from './client/open-taps.ts';
import { readMember, readProfile } from './client/read-profile.ts';
import { setWebhook } from './client/set-webhook.ts';
import { createTelegramClient } from './client/telegram-client.ts';
import { botIdOf, TelegramCredentials } from './credentials.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { toPlain } from './outbound/to-plain.ts';
import { telegramManifest } from './telegram.manifest.ts';
import { parseWebhook } from './webhook/parse-webhook.ts';
import type { Account } from './webhook/read-message.ts';
import { verifySecret } from './webhook/verify-secret.ts';

export interface TelegramChannelSettings {
  /** Milliseconds for one call to the vendor. */
  readonly timeoutMs?: number;
}

/** The Telegram adapter; `context.hosts` may hold `api`, the vendor's own is used when it is absent. */
export function createTelegramChannel(
  { hosts, now }: ChannelContext,
  { timeoutMs = 10_000 }: TelegramChannelSettings = {},
): ChannelAdapter<TelegramCredentials> {
  const client = createTelegramClient(hosts, timeoutMs);
  const taps = createOpenTaps(client);
  // An update doesn't say to whom it was sent, and reading one is not told: so it is noted with the body, once the
  // body was found to be meant for them.
  const receivers = new WeakMap<Buffer, NonNullable<Account>>();
  return {
    manifest: telegramManifest,
    credentialsSchema: TelegramCredentials,
    connect: ({ credentials }) => connect(client, credentials),
    setWebhook: ({ credentials }, webhookUrl) => setWebhook(client, credentials, webhookUrl),
    verifyWebhook({ credentials }, rawBody, headers) {
      const isRight = verifySecret(credentials, rawBody, headers['x-telegram-bot-api-secret-token']);
      if (isRight) {
        receivers.set(rawBody, { id: botIdOf(credentials), username: credentials.botUsername ?? null });
      }
      return isRight;
    },
    checkSecret: ({ credentials }) => checkSecret(client, credentials, now()),
    parseWebhook(rawBody) {
      const account = receivers.get(rawBody) ?? null;
      const parsed = parseWebhook(rawBody, account, now());
      if (account && parsed.kind === 'events') {
        for (const { what, threadExternalId } of parsed.events) {
          const tap = what.kind === 'message' ? /^tap:(.+)$/.exec(what.vendorMessageId)?.[1] : undefined;
          if (tap !== undefined && threadExternalId) taps.add(account.id, threadExternalId, tap);
        }
      }
      return parsed;
    },
    profile: ({ credentials }, friendId) => readProfile(client, credentials, friendId),
    groupProfile: ({ credentials }, chatId) => readProfile(client, credentials, chatId),
    memberProfile: ({ credentials }, chatId, memberId) => readMember(client, credentials, chatId, memberId),
    fetchMedia: ({ credentials }, { vendorMessageId }) => fetchMedia(client, credentials, vendorMessageId),
    async showTyping({ credentials }, chatId) {
      const { botToken } = credentials;
      const params = { chat_id: chatId, action: 'typing' };
      await Promise.all([
        client.call({ botToken, method: 'sendChatAction', params }),
        taps.answer(botToken, botIdOf(credentials), chatId),
      ]);
    },
    toMessages,
    toPlain,
    async send({ credentials }, request) {
      const outcome = await send(client, credentials, request);
      void taps.answer(credentials.botToken, botIdOf(credentials), request.to);
      return outcome;
    },
  };
}
