import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isFault } from '../api-fault.ts';
import { faultWords } from '../fault-words.ts';
import { log } from '../log.ts';
import { reloadAt, shouldReload } from '../missing-chunk.ts';
import { ErrorView } from './ErrorView.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** What a route shows when it could not be loaded or drawn. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  // Decided once: the reload itself makes a second one too soon.
  const [reloads] = useState(() => shouldReload(error));
  useEffect(() => {
    if (reloads) reloadAt(router.latestLocation.href);
    else log('Error page:', error);
  }, [reloads, error, router]);

  if (reloads) return null;
  if (isFault(error, 'not_found')) return <NotFoundPage />;
  return <ErrorDescription error={error} onRetry={reset} />;
}

export function ErrorDescription({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useWords();
  const fault = isFault(error) ? error : null;
  const isOurs = fault === null || fault.status === 0 || fault.status >= 500;
  return (
    <ErrorView
      status={fault?.status || 500}
      // What was refused is no fault of the server, so its own words stand in the title's place.
      message={fault && !isOurs ? faultWords(fault) : undefined}
      description={fault && isOurs ? faultWords(fault) : t('shell.errorHelp')}
      requestId={fault?.requestId}
      onRetry={onRetry}
    />
  );
}
