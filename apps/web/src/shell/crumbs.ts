import type { LinkProps } from '@tanstack/react-router';

interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  /** Key of what stands in the query cache under this page's id; its name is the crumb's words. */
  readonly entity?: (id: string) => readonly unknown[];
}

/** Pages that have pages below them; words in `shell.crumbs`. */
export const CRUMBS = {
  bots: { to: '/Bot' },
  bot: { to: '/Bot/$id', entity: (id) => ['bots', 'one', id] },
  botGroups: { to: '/Bot-Group' },
  knowledge: { to: '/Knowledge' },
  base: { to: '/Knowledge/$id/documents', entity: (id) => ['knowledge', 'one', id] },
  channels: { to: '/Channel' },
  channel: { to: '/Channel/Instance/$id', entity: (id) => ['channels', 'one', id] },
  posts: { to: '/Post-Manage' },
  tokens: { to: '/Token' },
} as const satisfies Record<string, Place>;

export type CrumbName = keyof typeof CRUMBS;

export const placeOf = (name: CrumbName): Place => CRUMBS[name];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The pages above this one, outermost first. */
    crumbs?: readonly CrumbName[];
  }
}
