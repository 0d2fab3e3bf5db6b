import type { ChannelManifest } from '../spec/manifest.ts';
import { LINE_LIMITS } from './limits.ts';

export const lineManifest = {
  kind: 'line',
  name: 'LINE',
  color: '#06C755',
  connect: 'credentials',
  connectFields: [
    { name: 'channelId', secret: false, required: true },
    { name: 'channelSecret', secret: true, required: true },
    { name: 'channelAccessToken', secret: true, required: true },
  ],
  capabilities: {
    replyToken: true,
    typing: true,
    profile: true,
    sandbox: true,
    followers: false,
    quota: false,
    quoting: null,
    readMarks: false,
    senderIdentity: false,
    quickReplies: false,
    groups: true,
    idempotentSend: true,
    setsWebhook: true,
    acceptsUnsigned: false,
    sends: [],
  },
  limits: {
    replyTokenLifeMs: LINE_LIMITS.replyTokenLifeMs,
    messagesPerSend: LINE_LIMITS.messagesPerSend,
    textLength: LINE_LIMITS.textLength,
    retryKeyLifeMs: LINE_LIMITS.retryKeyLifeMs,
    window: null,
    fileBytes: {},
  },
} satisfies ChannelManifest;
