import type { ChannelManifest } from '../spec/manifest.ts';
import { LINE_LIMITS } from './limits.ts';

export const lineManifest = {
  kind: 'line',
  arrival: 'friend',
  name: 'LINE',
  color: '#06C755',
  connect: 'credentials',
  inAppPages: true,
  pictureHosts: ['https://stickershop.line-scdn.net'],
  opensItself: ['line.me', 'lin.ee'],
  connectFields: [
    { name: 'channelId', secret: false, required: true },
    { name: 'channelSecret', secret: true, required: true },
    { name: 'channelAccessToken', secret: true, required: false },
    { name: 'assertionKey', secret: true, required: false },
  ],
  capabilities: {
    replyToken: true,
    typing: true,
    profile: true,
    sandbox: true,
    followers: true,
    quota: true,
    quoting: 'token',
    readMarks: true,
    senderIdentity: true,
    quickReplies: true,
    groups: true,
    sharedPersonIds: true,
    idempotentSend: true,
    setsWebhook: true,
    acceptsUnsigned: false,
    sends: ['image', 'video', 'audio', 'file', 'sticker', 'location', 'rich-message', 'cards', 'native'],
  },
  limits: {
    replyTokenLifeMs: LINE_LIMITS.replyTokenLifeMs,
    replyTokenAgeMs: LINE_LIMITS.replyTokenAgeMs,
    messagesPerSend: LINE_LIMITS.messagesPerSend,
    recipientsPerSend: LINE_LIMITS.recipientsPerSend,
    textLength: LINE_LIMITS.textLength,
    retryKeyLifeMs: LINE_LIMITS.retryKeyLifeMs,
    window: null,
    groupMembers: LINE_LIMITS.groupMembers,
    // Files go out as links, which the vendor doesn't weigh.
    fileBytes: {
      image: LINE_LIMITS.imageBytes,
      video: LINE_LIMITS.videoBytes,
      audio: LINE_LIMITS.audioBytes,
    },
  },
} satisfies ChannelManifest;
