import { Component, type ReactNode, useEffect, useState } from 'react';
import { isFault } from '../api-fault.ts';
import { log } from '../log.ts';
import { isMissingChunk } from '../missing-chunk.ts';
import { ErrorDescription } from './ErrorPage.tsx';
import classes from './MessagePage.module.css';

/** Nobody caught it, and it is no message of the API or of the network, which pages show where they belong. */
const isUnhandled = (error: unknown): boolean =>
  error instanceof Error && error.name !== 'AbortError' && !isFault(error) && !isMissingChunk(error);

/** What fails outside of every route, or is caught by nobody, leads to the error page. */
export function FatalErrors({ children }: { children: ReactNode }) {
  return (
    <Boundary>
      <UnhandledErrors>{children}</UnhandledErrors>
    </Boundary>
  );
}

/** Drawn over the page, which stays as it is underneath: “Try again” comes back to what was typed. */
function UnhandledErrors({ children }: { children: ReactNode }) {
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const take = (thrown: unknown) => {
      if (!isUnhandled(thrown)) return;
      log('Unhandled error:', thrown);
      setError(thrown instanceof Error ? thrown : null);
    };
    const onError = (event: ErrorEvent) => take(event.error);
    const onRejection = (event: PromiseRejectionEvent) => take(event.reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  return (
    <>
      <div className={classes.underneath} inert={error !== null}>
        {children}
      </div>
      {error && (
        <div className={classes.over}>
          <ErrorDescription error={error} onRetry={() => setError(null)} />
        </div>
      )}
    </>
  );
}

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    log('Error page:', error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorDescription error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
