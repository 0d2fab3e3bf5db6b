import type { MediaReference } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId, ConversationId, MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';
import { expiryOf, mediaPath, previewPath, signMediaToken } from './media-address.ts';

/** Bytes of a message that lie with its vendor. */
export interface WantedMedia {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly reference: MediaReference;
  readonly name: string;
  readonly durationMs: number | null;
}

export interface MediaRow {
  readonly accountId: AccountId;
  readonly id: MediaId;
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId | null;
  readonly channelId: ChannelId | null;
  readonly state: MediaView['state'];
  readonly name: string;
  readonly contentType: string | null;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly fileKey: string | null;
  readonly thumbnailKey: string | null;
  readonly createdBy: UserId | null;
}

/** What was found out about bytes when they were stored. */
export interface StoredFacts {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly thumbnailKey: string | null;
}

/** With addresses that are good for staff until the end of tomorrow. */
export function mediaView(row: MediaRow, now: number): MediaView {
  const { accountId, id: mediaId, fileKey, thumbnailKey } = row;
  const isThere = row.state === 'stored' && fileKey !== null;
  const claim = {
    accountId,
    mediaId,
    purpose: 'view',
    expiresAt: expiryOf('view', now),
    mostBytes: 0,
  } as const;
  const token = isThere ? signMediaToken(claim, fileKey) : null;
  return {
    uuid: mediaId,
    state: row.state,
    contentType: row.contentType,
    name: row.name,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    url: token && mediaPath(token),
    thumbnailUrl: token && thumbnailKey ? previewPath(token) : null,
  };
}
