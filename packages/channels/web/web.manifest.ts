import type { ChannelManifest } from '../spec/manifest.ts';

/** A file is only named by its address, so it is ours to say how large it may be. */
const FILE_BYTES = 50 * 1024 * 1024;

/** Chats on web sites: our own widget is the vendor, and its browser fetches what was said. */
export const webManifest = {
  kind: 'web',
  name: 'Web chat',
  nameIn: { ja: 'Webチャット', vi: 'Khung chat web' },
  color: '#0f766e',
  connect: 'built-in',
  drawsBubbles: true,
  connectFields: [],
  capabilities: {
    replyToken: false,
    typing: false,
    profile: false,
    sandbox: false,
    followers: false,
    quota: false,
    quoting: null,
    readMarks: false,
    senderIdentity: true,
    quickReplies: true,
    groups: false,
    sharedPersonIds: false,
    idempotentSend: true,
    setsWebhook: true,
    acceptsUnsigned: false,
    sends: ['image', 'video', 'audio', 'file', 'rich-message', 'cards'],
  },
  limits: {
    replyTokenLifeMs: 0,
    replyTokenAgeMs: 0,
    messagesPerSend: 10,
    // Nothing cuts it; this is what staff may write at once.
    textLength: 10_000,
    retryKeyLifeMs: 24 * 60 * 60 * 1000,
    window: null,
    fileBytes: { image: FILE_BYTES, video: FILE_BYTES, audio: FILE_BYTES, file: FILE_BYTES },
  },
} satisfies ChannelManifest;
