import { PAYMENT_STATES } from '@hanasu/contract/payments';
import { expect, test } from 'vitest';
import { isPlaceOf, placeOf } from './payment-place.ts';

test('each state has its page', () => {
  const places = PAYMENT_STATES.map((state) => [state, placeOf({ state, actionUrl: null })]);
  expect(places).toEqual([
    ['pending', '/payment'],
    ['processing', '/payment/3d-secure'],
    ['paid', '/payment/success'],
    ['failed', '/payment/failed'],
    ['canceled', '/payment/failed'],
    ['refunded', '/payment/success'],
  ]);
  expect(placeOf({ state: 'pending', actionUrl: 'https://bank.example' })).toBe('/payment/3d-secure');
});

test('another card can be chosen until the payment is decided', () => {
  const isOpen = PAYMENT_STATES.filter((state) => isPlaceOf('/payment', { state, actionUrl: null }));
  expect(isOpen).toEqual(['pending', 'failed']);
  expect(isPlaceOf('/payment', { state: 'pending', actionUrl: 'https://bank.example' })).toBe(true);
  expect(isPlaceOf('/payment/success', { state: 'pending', actionUrl: null })).toBe(false);
});
