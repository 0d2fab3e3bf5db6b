import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

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

/** Loads the payment page again from the server, at the same payment. */
export const loadPaymentDocument = (): void => window.location.replace(PAGE + window.location.search);

interface LeavingRouter {
  readonly history: Pick<RouterHistory, 'block'>;
  readonly subscribe: AnyRouter['subscribe'];
}

/** Loads every other page from the server, which ends the script of the gateway and restores the strict policy. */
export function leaveByLoading({ history, subscribe }: LeavingRouter): void {
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action, nextLocation: { pathname, href } }) => {
      const isLeaving = pathname !== PAGE;
      // An entry of the history that is written within this document would belong to it, and going back would load nothing.
      if (isLeaving && action === 'PUSH') window.location.assign(href);
      if (isLeaving && action === 'REPLACE') window.location.replace(href);
      return isLeaving && (action === 'PUSH' || action === 'REPLACE');
    },
  });
  // Back and forward have changed the address already.
  subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (toLocation.pathname !== PAGE) window.location.reload();
  });
}
