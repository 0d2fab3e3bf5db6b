import { lineManifest } from '@hanasu/channels/line/line.manifest';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import { telegramManifest } from '@hanasu/channels/telegram/telegram.manifest';
import { webManifest } from '@hanasu/channels/web/web.manifest';
import { zaloManifest } from '@hanasu/channels/zalo/zalo.manifest';
import type { Locale } from '@hanasu/contract/accounts';

/** How a vendor's own application draws a chat today; always light, never in our colours. */
interface PhoneLook {
  readonly header: string;
  readonly onHeader: string;
  /** What the vendor's application writes below an account's name, in its own words. */
  readonly subtitle?: string;
  readonly hasFace?: true;
  readonly wall: string;
  readonly onWall: string;
  /** Of the friend, and of the account. */
  readonly mine: string;
  readonly onMine: string;
  readonly theirs: string;
  readonly link: string;
  readonly radius: number;
}

/** LINE since 2020: white header, blue-grey wall, white and light-green bubbles. */
const LINE_LOOK: PhoneLook = {
  header: '#ffffff',
  onHeader: '#111111',
  wall: '#8fa7c9',
  onWall: '#14263f',
  mine: '#98e879',
  onMine: '#111111',
  theirs: '#ffffff',
  link: '#0b57b7',
  radius: 17,
};

/** White header with “Official Account”, grey wall, white cards, light-blue own messages, blue links. */
const ZALO_LOOK: PhoneLook = {
  header: '#ffffff',
  onHeader: '#081b3a',
  subtitle: 'Official Account',
  hasFace: true,
  wall: '#e9ecf1',
  onWall: '#4a5a72',
  mine: '#d5e8ff',
  onMine: '#081b3a',
  theirs: '#ffffff',
  link: '#0057d8',
  radius: 9,
};

/** White header with “bot”, green wall, white and pale-green bubbles. */
const TELEGRAM_LOOK: PhoneLook = {
  header: '#ffffff',
  onHeader: '#111111',
  subtitle: 'bot',
  hasFace: true,
  wall: '#cfdfb8',
  onWall: '#33491f',
  mine: '#e4fdd0',
  onMine: '#111111',
  theirs: '#ffffff',
  link: '#1268ad',
  radius: 14,
};

/** Our own widget, in the colour it begins with. */
const WEB_LOOK: PhoneLook = {
  header: '#15803d',
  onHeader: '#ffffff',
  wall: '#ffffff',
  onWall: '#5b6573',
  mine: '#15803d',
  onMine: '#ffffff',
  theirs: '#f3f5f7',
  link: '#0b57b7',
  radius: 14,
};

interface ChannelKind {
  manifest: ChannelManifest;
  /** Stickers that staff may send, fetched when somebody opens the choice. */
  stickers?: () => Promise<readonly ChannelSticker[]>;
  /** How its application looks. */
  phone: PhoneLook;
  /** People can take back there what they have sent. */
  unsends?: true;
  /** People follow an account there; elsewhere they add it as a friend. */
  isFollowed?: true;
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
    unsends: true,
  },
  {
    manifest: zaloManifest,
    phone: ZALO_LOOK,
    isFollowed: true,
  },
  {
    manifest: telegramManifest,
    phone: TELEGRAM_LOOK,
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

/** How a chat of this kind looks on a phone; one that this build doesn't know looks like our own. */
export const phoneLookOf = (kind: string): PhoneLook => kindOf(kind)?.phone ?? WEB_LOOK;

export const kindOf = (kind: string | undefined): ChannelKind | undefined =>
  CHANNEL_KINDS.find(({ manifest }) => manifest.kind === kind);

/** It comes with the product: there is no vendor behind it. */
export const isBuiltIn = (kind: string): boolean => kindOf(kind)?.manifest.connect === 'built-in';
