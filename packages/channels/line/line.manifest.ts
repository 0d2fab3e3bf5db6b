import type { ChannelManifest } from '../spec/manifest.ts';
import { LINE_LIMITS } from './limits.ts';

export const lineManifest = {
  kind: 'line',
  name: 'LINE',
  color: '#06C755',
  capabilities: { replyToken: true, typing: true, profile: true, sandbox: true },
  limits: {
    replyTokenLifeMs: LINE_LIMITS.replyTokenLifeMs,
    messagesPerSend: LINE_LIMITS.messagesPerSend,
    textLength: LINE_LIMITS.textLength,
    retryKeyLifeMs: LINE_LIMITS.retryKeyLifeMs,
  },
} satisfies ChannelManifest;
