import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPaymentDocument, leaveByLoading, loadPaymentDocument } from './payment-document.ts';

const visits = { reload: vi.fn(), replace: vi.fn() };
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
    type Listener = (event: { toLocation: { pathname: string; href: string } }) => void;
    const listeners: Listener[] = [];
    leaveByLoading({ subscribe: ((_: string, listener: Listener) => listeners.push(listener)) as never });
    vi.useFakeTimers();
    const reloadsAfter = (pathname: string): number => {
      for (const listener of listeners) listener({ toLocation: { pathname, href: `${pathname}?a=1` } });
      vi.runAllTimers();
      return visits.reload.mock.calls.length;
    };
    expect(reloadsAfter('/payment')).toBe(0);
    expect(reloadsAfter('/Token')).toBe(1);
    expect(reloadsAfter('/payment/success')).toBe(2);
    vi.useRealTimers();
  });
});
