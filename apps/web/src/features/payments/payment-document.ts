import type { AnyRouter } from '@tanstack/react-router';

const PAGE = '/payment';

/**
 * Whether this document was loaded as the payment page. Only then does its content policy admit the script of the gateway:
 * moving between pages keeps the policy of the page that was loaded.
 */
export function isPaymentDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  // Without an entry the script shows whether it is admitted.
  return loaded === undefined || new URL(loaded.name, window.location.href).pathname === PAGE;
}

/** Loads the payment page anew, at the same payment. */
export const loadPaymentDocument = (): void => window.location.replace(PAGE + window.location.search);

/** Loads every other page from the server, which ends the script of the gateway and restores the strict policy. */
export function leaveByLoading(router: Pick<AnyRouter, 'subscribe'>): () => void {
  return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    // The router writes the address right after this event.
    if (toLocation.pathname !== PAGE) setTimeout(() => window.location.reload());
  });
}
