import { lineManifest } from '@hanasu/channels/line/line.manifest';
import { readPayload as readLinePayload } from '@hanasu/channels/line/line-payload';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { ShownPayload } from '@hanasu/channels/spec/shown-payload';
import { telegramManifest } from '@hanasu/channels/telegram/telegram.manifest';
import { readPayload as readTelegramPayload } from '@hanasu/channels/telegram/telegram-payload';
import { webManifest } from '@hanasu/channels/web/web.manifest';
import { zaloManifest } from '@hanasu/channels/zalo/zalo.manifest';
import { readPayload as readZaloPayload } from '@hanasu/channels/zalo/zalo-payload';

interface ChannelKind {
  manifest: ChannelManifest;
  /** Stickers that staff may send, fetched when somebody opens the choice. */
  stickers?: () => Promise<readonly ChannelSticker[]>;
  /** What the simulator's phone draws of a message; without it only words are shown. */
  readPayload?: (payload: unknown) => ShownPayload;
  /** People can take back there what they have sent. */
  unsends?: true;
}
export interface ChannelSticker {
  readonly packageId: string;
  readonly stickerId: string;
  readonly pictureUrl: string;
}

/** Every kind of channel, in the order it is offered. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [
  {
    manifest: lineManifest,
    stickers: () => import('./line-stickers.ts').then(({ stickers }) => stickers),
    readPayload: readLinePayload,
    unsends: true,
  },
  {
    manifest: zaloManifest,
    readPayload: readZaloPayload,
  },
  {
    manifest: telegramManifest,
    readPayload: readTelegramPayload,
  },
  {
    manifest: webManifest,
  },
];

export const kindOf = (kind: string | undefined): ChannelKind | undefined =>
  CHANNEL_KINDS.find(({ manifest }) => manifest.kind === kind);

/** It comes with the product: there is no vendor behind it. */
export const isBuiltIn = (kind: string): boolean => kindOf(kind)?.manifest.connect === 'built-in';
