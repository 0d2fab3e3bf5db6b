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
import { LINE_LOOK, type PhoneLook, TELEGRAM_LOOK, WEB_LOOK, ZALO_LOOK } from './phone-looks.ts';

interface ChannelKind {
  manifest: ChannelManifest;
  /** Stickers that staff may send, fetched when somebody opens the choice. */
  stickers?: () => Promise<readonly ChannelSticker[]>;
  /** What the simulator's phone draws of a message; without it only words are shown. */
  readPayload?: (payload: unknown) => ShownPayload;
  /** How its application looks. */
  phone: PhoneLook;
  /** People can take back there what they have sent. */
  unsends?: true;
}
export interface ChannelSticker {
  readonly packageId: string;
  readonly stickerId: string;
  readonly pictureUrl: string;
}

/** Every kind of channel. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [
  {
    manifest: lineManifest,
    phone: LINE_LOOK,
    stickers: () => import('./line-stickers.ts').then(({ stickers }) => stickers),
    readPayload: readLinePayload,
    unsends: true,
  },
  {
    manifest: zaloManifest,
    phone: ZALO_LOOK,
    readPayload: readZaloPayload,
  },
  {
    manifest: telegramManifest,
    phone: TELEGRAM_LOOK,
    readPayload: readTelegramPayload,
  },
  {
    manifest: webManifest,
    phone: WEB_LOOK,
  },
];

/** What people of a country use most comes first. */
const FIRST = { vi: 'zalo', ja: 'line', en: 'line' } as const satisfies Record<Locale, string>;

/** As `CHANNEL_KINDS`, with the one first that customers of a reader's language have. */
export const kindsFor = (locale: Locale): readonly ChannelKind[] => [
  ...CHANNEL_KINDS.filter(({ manifest }) => manifest.kind === FIRST[locale]),
  ...CHANNEL_KINDS.filter(({ manifest }) => manifest.kind !== FIRST[locale]),
];

export const kindOf = (kind: string | undefined): ChannelKind | undefined =>
  CHANNEL_KINDS.find(({ manifest }) => manifest.kind === kind);

/** It comes with the product: there is no vendor behind it. */
export const isBuiltIn = (kind: string): boolean => kindOf(kind)?.manifest.connect === 'built-in';
