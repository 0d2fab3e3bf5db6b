import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from './icon-names.ts';

export interface NavigationItem {
  page: 'home' | 'bots' | 'knowledge' | 'inbox' | 'channels' | 'tokens';
  to: LinkProps['to'];
  icon: IconName;
}
export interface NavigationGroup {
  group: 'build' | 'talk' | 'people' | 'create' | 'account' | null;
  items: readonly NavigationItem[];
}

/** The sidebar, from top to bottom. A group without pages is not shown. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { group: null, items: [{ page: 'home', to: '/', icon: 'house' }] },
  {
    group: 'build',
    items: [
      { page: 'bots', to: '/Bot', icon: 'bot' },
      { page: 'knowledge', to: '/Knowledge', icon: 'book-open' },
    ],
  },
  {
    group: 'talk',
    items: [
      { page: 'inbox', to: '/Message', icon: 'inbox' },
      { page: 'channels', to: '/Channel', icon: 'radio' },
    ],
  },
  { group: 'account', items: [{ page: 'tokens', to: '/Token', icon: 'coins' }] },
];
