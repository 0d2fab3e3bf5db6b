import { type ErrorComponentProps, useMatch, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { log } from '../log.ts';
import { reloadAt, shouldReload } from '../missing-chunk.ts';
import { ErrorDescription } from './ErrorView.tsx';
import { Framed, NotFoundPage } from './NotFoundPage.tsx';

/** A page below a layout has its frame around it; what fails above brings one along. */
export function ErrorRoute(props: ErrorComponentProps) {
  const failed = useMatch({ strict: false, select: ({ id }) => id });
  const isFramed = useMatches({ select: (matches) => matches.findIndex(({ id }) => id === failed) > 1 });
  const page = <ErrorPage {...props} />;
  return isFramed ? page : <Framed>{page}</Framed>;
}

/** What a route shows when it could not be loaded or drawn. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  // Decided once: the reload itself makes a second one too soon.
  const [reloads] = useState(() => shouldReload(error));
  useEffect(() => {
    if (reloads) reloadAt(router.latestLocation.href);
    else log.error('Error page:', error);
  }, [reloads, error, router]);

  if (reloads) return null;
  if (isApiError(error, 'not_found')) return <NotFoundPage />;
  return <ErrorDescription error={error} onRetry={reset} />;
}
