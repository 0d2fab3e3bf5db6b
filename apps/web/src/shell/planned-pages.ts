import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from './icon-names.ts';

/** Where a person can go today instead; words in `pages.today`. */
export const TODAY = {
  bots: '/Bot',
  knowledge: '/Knowledge',
  inbox: '/Message',
  channels: '/Channel',
  tokens: '/Token',
} as const satisfies Record<string, NonNullable<LinkProps['to']>>;

interface Planned {
  readonly icon: IconName;
  readonly today: keyof typeof TODAY;
  /** Says that no money has moved. */
  readonly payment?: true;
}

/** Pages of the product whose part is not built yet; words in `pages`. A page that gets built leaves this list. */
export const PLANNED_PAGES = {
  customForm: { icon: 'form-input', today: 'inbox' },
  customers: { icon: 'contact', today: 'inbox' },
  broadcasts: { icon: 'megaphone', today: 'inbox' },
  richMenus: { icon: 'layout-grid', today: 'channels' },
  richMessages: { icon: 'image', today: 'inbox' },
  tags: { icon: 'tags', today: 'inbox' },
  posts: { icon: 'newspaper', today: 'knowledge' },
  post: { icon: 'newspaper', today: 'knowledge' },
  images: { icon: 'image', today: 'bots' },
  video: { icon: 'clapperboard', today: 'bots' },
  voice: { icon: 'mic', today: 'bots' },
  payment: { icon: 'credit-card', today: 'tokens', payment: true },
  paymentCheck: { icon: 'credit-card', today: 'tokens', payment: true },
  paymentSuccess: { icon: 'credit-card', today: 'tokens', payment: true },
  paymentFailed: { icon: 'credit-card', today: 'tokens', payment: true },
} as const satisfies Record<string, Planned>;

export type PlannedPage = keyof typeof PLANNED_PAGES;

export const plannedPage = (page: PlannedPage): Planned => PLANNED_PAGES[page];
