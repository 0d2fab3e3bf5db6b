import { lineManifest } from '@hanasu/channels/line/line.manifest';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import { zaloManifest } from '@hanasu/channels/zalo/zalo.manifest';
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
    Guide: lazy(() =>
      import('./guides/line/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    stickers: () => import('./guides/line/stickers.ts').then(({ stickers }) => stickers),
  },
  {
    manifest: zaloManifest,
    Guide: lazy(() =>
      import('./guides/zalo/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
  },
];

export const kindOf = (kind: string | undefined): ChannelKind | undefined =>
  CHANNEL_KINDS.find(({ manifest }) => manifest.kind === kind);

/** What a kind of channel is called; the kind itself when this build doesn't know it. */
export const kindName = (kind: string): string => kindOf(kind)?.manifest.name ?? kind;
