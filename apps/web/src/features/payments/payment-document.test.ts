import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPaymentDocument, leaveByLoading, loadPaymentDocument } from './payment-document.ts';

const visits = { assign: vi.fn(), reload: vi.fn(), replace: vi.fn() };
const standOn = (loaded: string | null, search = '') => {
  vi.stubGlobal('window', { location: { href: 'https://chat.example/x', search, ...visits } });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    loaded === null ? [] : [{ name: loaded } as PerformanceEntry],
  );
};
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('document of the payment page', () => {
  test.each([
    ['https://chat.example/payment', true],
    ['https://chat.example/payment?payment=1', true],
    [null, true],
    ['https://chat.example/Token', false],
    ['https://chat.example/payment/failed?payment=1', false],
    ['https://chat.example/payment/', false],
  ])('was loaded at %s: %s', (loaded, expected) => {
    standOn(loaded);
    expect(isPaymentDocument()).toBe(expected);
  });

  test('is loaded at the same payment', () => {
    standOn('https://chat.example/Token', '?payment=1');
    loadPaymentDocument();
    expect(visits.replace.mock.calls).toEqual([['/payment?payment=1']]);
  });

  test('is left by loading the next page; moving within it loads nothing', () => {
    standOn('https://chat.example/payment');
    const router = createRouter({
      routeTree: createRootRoute(),
      history: createMemoryHistory({ initialEntries: ['/payment'] }),
    });
    const block = vi.spyOn(router.history, 'block');
    const subscribe = vi.spyOn(router, 'subscribe');
    leaveByLoading(router);
    const blocks = (action: 'PUSH' | 'REPLACE' | 'BACK', href: string) =>
      block.mock.calls[0]?.[0].blockerFn({
        action,
        currentLocation: router.history.location,
        nextLocation: { ...router.history.location, href, pathname: href.split('?')[0] ?? '' },
      });
    expect(blocks('PUSH', '/payment?payment=2')).toBe(false);
    expect(blocks('BACK', '/Token?a=1')).toBe(false);
    expect(visits.assign).not.toHaveBeenCalled();
    expect(blocks('PUSH', '/Token?a=1')).toBe(true);
    expect(blocks('REPLACE', '/payment/success?payment=1')).toBe(true);
    expect(visits.assign.mock.calls).toEqual([['/Token?a=1']]);
    expect(visits.replace.mock.calls).toEqual([['/payment/success?payment=1']]);
    const moveTo = (pathname: string) => subscribe.mock.calls[0]?.[1]({ toLocation: { pathname } } as never);
    moveTo('/payment');
    expect(visits.reload).not.toHaveBeenCalled();
    moveTo('/Token');
    expect(visits.reload).toHaveBeenCalledOnce();
  });
});
