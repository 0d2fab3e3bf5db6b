import type { ChannelManifest } from '../spec/manifest.ts';
import { ZALO_LIMITS } from './limits.ts';

export const zaloManifest = {
  kind: 'zalo',
  arrival: 'follower',
  name: 'Zalo',
  color: '#0068FF',
  connect: 'permission',
  opensItself: ['zalo.me'],
  connectFields: [
    { name: 'appId', secret: false, required: true },
    { name: 'appSecret', secret: true, required: true },
    { name: 'webhookSecret', secret: true, required: false },
  ],
  capabilities: {
    replyToken: false,
    typing: false,
    profile: true,
    sandbox: true,
    followers: true,
    quota: true,
    quoting: 'id',
    readMarks: false,
    senderIdentity: false,
    quickReplies: true,
    groups: true,
    sharedPersonIds: false,
    idempotentSend: false,
    setsWebhook: false,
    acceptsUnsigned: true,
    sends: ['image', 'video', 'audio', 'file', 'location', 'details', 'cards'],
  },
  limits: {
    replyTokenLifeMs: 0,
    replyTokenAgeMs: 0,
    messagesPerSend: 1,
    textLength: ZALO_LIMITS.textLength,
    retryKeyLifeMs: 0,
    window: { freeMs: ZALO_LIMITS.freeWindowMs, openMs: ZALO_LIMITS.openWindowMs },
    // Whatever is too large for the vendor goes out as a link.
    fileBytes: {},
  },
} satisfies ChannelManifest;
