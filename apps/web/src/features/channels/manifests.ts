import { lineManifest } from '@hanasu/channels/line/line.manifest';
import { readPayload as readLinePayload } from '@hanasu/channels/line/line-payload';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { ShownPayload } from '@hanasu/channels/spec/shown-payload';
import { telegramManifest } from '@hanasu/channels/telegram/telegram.manifest';
import { readPayload as readTelegramPayload } from '@hanasu/channels/telegram/telegram-payload';
import { webManifest } from '@hanasu/channels/web/web.manifest';
import { zaloManifest } from '@hanasu/channels/zalo/zalo.manifest';
import { readPayload as readZaloPayload } from '@hanasu/channels/zalo/zalo-payload';
import type { Locale } from '@hanasu/contract/accounts';
import { type ComponentType, lazy } from 'react';

export interface ConnectGuideProps {
  onConnected: (channelUuid: string) => void;
}
interface ChannelKind {
  manifest: ChannelManifest;
  /** The guided form that connects a real account of this kind. */
  Guide: ComponentType<ConnectGuideProps>;
  /** Stickers that staff may send, fetched when somebody opens the choice. */
  stickers?: () => Promise<readonly ChannelSticker[]>;
  /** Words of the manifest's `connectFields`, which stand in the guide as well. */
  fieldWords: () => Promise<FieldWords>;
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
export type FieldWords = Readonly<Record<Locale, Readonly<Record<string, { label: string; where: string }>>>>;

/** Every kind of channel, in the order it is offered. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [
  {
    manifest: lineManifest,
    Guide: lazy(() =>
      import('./guides/line/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    stickers: () => import('./guides/line/stickers.ts').then(({ stickers }) => stickers),
    fieldWords: () => import('./guides/line/field-words.ts').then(({ fieldWords }) => fieldWords),
    readPayload: readLinePayload,
    unsends: true,
  },
  {
    manifest: zaloManifest,
    Guide: lazy(() =>
      import('./guides/zalo/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    fieldWords: () => import('./guides/zalo/field-words.ts').then(({ fieldWords }) => fieldWords),
    readPayload: readZaloPayload,
  },
  {
    manifest: telegramManifest,
    Guide: lazy(() =>
      import('./guides/telegram/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    fieldWords: () => import('./guides/telegram/field-words.ts').then(({ fieldWords }) => fieldWords),
    readPayload: readTelegramPayload,
  },
  {
    manifest: webManifest,
    Guide: lazy(() =>
      import('./guides/web/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    // Nothing is typed to connect it.
    fieldWords: async () => ({ en: {}, ja: {}, vi: {} }),
  },
];

export const kindOf = (kind: string | undefined): ChannelKind | undefined =>
  CHANNEL_KINDS.find(({ manifest }) => manifest.kind === kind);

/** It comes with the product: there is no vendor behind it. */
export const isBuiltIn = (kind: string): boolean => kindOf(kind)?.manifest.connect === 'built-in';
