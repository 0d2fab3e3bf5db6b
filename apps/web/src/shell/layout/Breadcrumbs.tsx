import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps, useMatches, useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './Breadcrumbs.module.css';

interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  /** Key of what stands in the query cache under this page's id; its name is the crumb's words. */
  readonly entity?: (id: string) => readonly unknown[];
}

/** Pages that have pages below them; words in `shell.crumbs`. */
const CRUMBS = {
  bots: { to: '/Bot' },
  bot: { to: '/Bot/$id', entity: (id) => ['bots', 'one', id] },
  botGroups: { to: '/Bot-Group' },
  knowledge: { to: '/Knowledge' },
  base: { to: '/Knowledge/$id/documents', entity: (id) => ['knowledge', 'one', id] },
  channels: { to: '/Channel' },
  channel: { to: '/Channel/Instance/$id', entity: (id) => ['channels', 'one', id] },
  customers: { to: '/Customer' },
  forms: { to: '/Channel/custom_form' },
  richMenus: { to: '/Channel/rich-menu' },
  richMessages: { to: '/Channel/rich-message' },
  messageTemplates: { to: '/Channel/message-template' },
  broadcasts: { to: '/Channel/message' },
  posts: { to: '/Post-Manage' },
  tokens: { to: '/Token' },
  payments: { to: '/payment' },
} as const satisfies Record<string, Place>;

type CrumbName = keyof typeof CRUMBS;

const placeOf = (name: CrumbName): Place => CRUMBS[name];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The pages above this one, outermost first. */
    crumbs?: readonly CrumbName[];
  }
}

/**
 * The pages above this one, from the route's static data. On a phone only the nearest, as the way back.
 * `inline`: in a bar beside the title.
 */
export function Breadcrumbs({ inline = false }: { inline?: boolean }) {
  const { t } = useWords();
  const { id } = useParams({ strict: false });
  const crumbs = useMatches({ select: (matches) => matches.at(-1)?.staticData.crumbs });
  if (!crumbs) return null;
  return (
    <nav className={classes.crumbs} data-inline={inline || undefined} aria-label={t('shell.breadcrumbs')}>
      <ol>
        {crumbs.map((name) => (
          <Crumb key={name} name={name} id={id} />
        ))}
      </ol>
    </nav>
  );
}

function Crumb({ name, id }: { name: CrumbName; id: string | undefined }) {
  const { t } = useWords();
  const { to, entity } = placeOf(name);
  const entityName = useCachedName(id && entity ? entity(id) : undefined);
  return (
    <li>
      <Link to={to} params={{ id } as never} className={classes.link}>
        <Icon name="arrow-left" size={14} className={classes.arrow ?? ''} />
        <span>{entityName ?? t(`shell.crumbs.${name}`)}</span>
      </Link>
      <Icon name="chevron-right" size={13} className={classes.separator ?? ''} />
    </li>
  );
}

/** The name of what the page itself has fetched; asks for nothing. */
function useCachedName(queryKey: readonly unknown[] | undefined): string | undefined {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => queryKey && queryClient.getQueryData<{ name: string }>(queryKey)?.name,
  );
}
