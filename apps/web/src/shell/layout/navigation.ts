import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../icons/icon-names.ts';

export interface NavigationItem {
  page:
    | 'home'
    | 'bots'
    | 'groups'
    | 'knowledge'
    | 'explore'
    | 'inbox'
    | 'channels'
    | 'embeds'
    | 'forms'
    | 'richMenus'
    | 'richMessages'
    | 'messageTemplates'
    | 'broadcasts'
    | 'notify'
    | 'posts'
    | 'customers'
    | 'tags'
    | 'friends'
    | 'tokens'
    | 'account'
    | 'admin';
  to: LinkProps['to'];
  icon: IconName;
  /** Only for administrators of the installation. */
  administrator?: true;
  /** Also in the rail: ten icons without words, none like another. */
  isInRail?: true;
}
export interface NavigationGroup {
  group: 'build' | 'talk' | 'people' | 'create' | 'account' | null;
  items: readonly NavigationItem[];
}

/** The sidebar, from top to bottom: pages that are built. A group without pages is not shown. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { group: null, items: [{ page: 'home', to: '/', icon: 'house', isInRail: true }] },
  {
    group: 'build',
    items: [
      { page: 'bots', to: '/Bot', icon: 'bot', isInRail: true },
      { page: 'groups', to: '/Bot-Group', icon: 'layers' },
      { page: 'knowledge', to: '/Knowledge', icon: 'book-open', isInRail: true },
      { page: 'explore', to: '/ExploreBot', icon: 'compass' },
    ],
  },
  {
    group: 'talk',
    items: [
      { page: 'inbox', to: '/Message', icon: 'inbox', isInRail: true },
      { page: 'channels', to: '/Channel', icon: 'radio', isInRail: true },
      { page: 'embeds', to: '/Channel/embed', icon: 'code-xml' },
      { page: 'forms', to: '/Channel/custom_form', icon: 'clipboard-list', isInRail: true },
      { page: 'richMenus', to: '/Channel/rich-menu', icon: 'layout-grid', isInRail: true },
      { page: 'richMessages', to: '/Channel/rich-message', icon: 'image' },
      { page: 'messageTemplates', to: '/Channel/message-template', icon: 'message-square-text' },
      { page: 'broadcasts', to: '/Channel/message', icon: 'megaphone', isInRail: true },
      { page: 'notify', to: '/Channel/notify', icon: 'bell-ring' },
    ],
  },
  {
    group: 'people',
    items: [
      { page: 'customers', to: '/Customer', icon: 'contact', isInRail: true },
      { page: 'friends', to: '/Friend', icon: 'user-plus' },
      { page: 'tags', to: '/Channel/tag', icon: 'tags' },
    ],
  },
  { group: 'create', items: [{ page: 'posts', to: '/Post-Manage', icon: 'newspaper' }] },
  {
    group: 'account',
    items: [
      { page: 'tokens', to: '/Token', icon: 'coins' },
      { page: 'account', to: '/Account', icon: 'settings', isInRail: true },
      { page: 'admin', to: '/Admin', icon: 'shield-check', administrator: true },
    ],
  },
];

/** The item whose page, or a page below it, has this address. */
export const itemAt = (pathname: string): NavigationItem | undefined =>
  NAVIGATION.flatMap(({ items }) => items)
    .filter(({ to = '' }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((one, other) => (other.to ?? '').length - (one.to ?? '').length)[0];
