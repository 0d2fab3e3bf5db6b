import type { ChannelManifest } from '../spec/manifest.ts';
import { TELEGRAM_LIMITS } from './limits.ts';

export const telegramManifest = {
  kind: 'telegram',
  name: 'Telegram',
  color: '#1C8ADB',
  connect: 'credentials',
  opensItself: ['t.me', 'telegram.me'],
  connectFields: [{ name: 'botToken', secret: true, required: true }],
  capabilities: {
    replyToken: false,
    typing: true,
    profile: true,
    sandbox: true,
    followers: false,
    quota: false,
    quoting: 'id',
    readMarks: false,
    senderIdentity: false,
    quickReplies: true,
    groups: true,
    sharedPersonIds: true,
    idempotentSend: false,
    setsWebhook: true,
    acceptsUnsigned: false,
    sends: ['image', 'video', 'audio', 'file', 'location', 'details', 'cards'],
  },
  limits: {
    replyTokenLifeMs: 0,
    replyTokenAgeMs: 0,
    // One call sends one message, and there is no key that makes a repeat harmless.
    messagesPerSend: 1,
    sendsPerSecond: TELEGRAM_LIMITS.sendsPerSecond,
    textLength: TELEGRAM_LIMITS.textLength,
    retryKeyLifeMs: 0,
    window: null,
    fileBytes: {
      image: TELEGRAM_LIMITS.photoBytes,
      video: TELEGRAM_LIMITS.fileBytes,
      audio: TELEGRAM_LIMITS.fileBytes,
      file: TELEGRAM_LIMITS.fileBytes,
    },
  },
} satisfies ChannelManifest;
