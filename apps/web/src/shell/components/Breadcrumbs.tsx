import { useQueryClient } from '@tanstack/react-query';
import { Link, useMatches, useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { type CrumbName, placeOf } from '../crumbs.ts';
import { Icon } from '../Icon.tsx';
import classes from './Breadcrumbs.module.css';

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
