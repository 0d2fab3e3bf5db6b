// @vitest-environment jsdom
import type { PaymentId } from '@hanasu/contract/ids';
import type { PaymentView } from '@hanasu/contract/payments';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { StripeForm } from './StripeForm.tsx';
import type { Stripe, StripeError } from './stripe-script.ts';

const PAYMENT: PaymentView = {
  uuid: '0197a000-0000-7000-8000-000000000000' as PaymentId,
  state: 'pending',
  failure: null,
  packageId: 'small',
  tokens: 1_000_000,
  amount: 1_100,
  currency: 'JPY',
  taxRate: 10,
  tax: 100,
  refunded: 0,
  dispute: 'none',
  takenTokens: 0,
  card: null,
  actionUrl: null,
  isTest: true,
  createdBy: null,
  createdAt: '2026-11-29T00:00:00Z',
  paidAt: null,
  expiresAt: null,
  isStale: false,
};
const FORM = {
  kind: 'script' as const,
  scriptUrl: 'https://js.stripe.example/stripe.js',
  publishableKey: 'pk_test_1',
  clientSecret: 'pi_1_secret_1',
  returnUrl: 'https://chat.example/payment/3d-secure?payment=1',
};

/** What the server knows of the payment; null: it does not answer. */
let known: PaymentView | null;
let server: Awaited<ReturnType<typeof startTestServer>>;
let answer: (error: StripeError) => void;
const confirmPayment = vi.fn<Stripe['confirmPayment']>();
const elements = vi.fn<Stripe['elements']>();

/** The script as it is once it is there; `ready` at once. */
function provideScript(): void {
  confirmPayment.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = (error) => resolve({ error });
      }),
  );
  elements.mockReturnValue({
    create: () => ({
      on: (event, listener) => event === 'ready' && listener(),
      mount: () => undefined,
      destroy: () => undefined,
    }),
    update: () => undefined,
  });
  window.Stripe = () => ({ elements, confirmPayment });
}

beforeEach(async () => {
  vi.clearAllMocks();
  // jsdom has none.
  performance.getEntriesByType = () => [];
  delete window.Stripe;
  known = PAYMENT;
  server = await startTestServer((_, response) =>
    known ? sendJson(response, 200, { payment: known, form: FORM }) : void response.destroy(),
  );
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const payNow = () => screen.getByRole('button', { name: 'Pay now' });
const isReady = () => waitFor(() => expect(payNow()).toHaveProperty('disabled', false));

async function payWith(error: StripeError): Promise<string | null> {
  provideScript();
  await renderWithProviders(<StripeForm payment={PAYMENT} form={FORM} />);
  await isReady();
  fireEvent.click(payNow());
  await waitFor(() => expect(confirmPayment).toHaveBeenCalledOnce());
  answer(error);
  return (await screen.findByRole('alert')).textContent;
}

describe('card form', () => {
  test('says what is missing when the script is blocked, and tries again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await renderWithProviders(<StripeForm payment={PAYMENT} form={FORM} />);
    const insertedScripts = () => document.head.querySelectorAll('script');
    expect([...insertedScripts()].map(({ src }) => src)).toEqual([FORM.scriptUrl]);
    fireEvent.error(insertedScripts()[0] as HTMLElement);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('It comes from js.stripe.example.');
    expect(alert.textContent).toContain('You have not been charged.');
    expect(payNow()).toHaveProperty('disabled', true);
    expect(insertedScripts()).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(insertedScripts()).toHaveLength(1));
    provideScript();
    fireEvent.load(insertedScripts()[0] as HTMLElement);
    await isReady();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('confirms once however often the button is pressed', async () => {
    provideScript();
    await renderWithProviders(<StripeForm payment={PAYMENT} form={FORM} />);
    await isReady();
    const form = screen.getByRole('form');
    fireEvent.submit(form);
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(confirmPayment).toHaveBeenCalled());
    expect(confirmPayment).toHaveBeenCalledOnce();
    expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      confirmParams: { return_url: FORM.returnUrl },
      redirect: 'always',
    });
    expect(elements.mock.calls[0]?.[0]).toMatchObject({
      clientSecret: FORM.clientSecret,
      locale: 'en',
      appearance: { theme: 'stripe' },
    });
  });

  test('shows why a card was refused that the server knows nothing of', async () => {
    expect(await payWith({ type: 'card_error', message: 'Your card number is incorrect.' })).toBe(
      'Your card number is incorrect. You have not been charged.',
    );
    await isReady();
  });

  test('shows no message for developers', async () => {
    expect(await payWith({ type: 'invalid_request_error', message: 'No such payment_intent' })).toBe(
      'The payment did not go through. You have not been charged.',
    );
  });

  test.each([
    ['the server does not answer', null],
    ['the gateway does not answer', { ...PAYMENT, isStale: true }],
  ])('does not say that nothing was charged while %s', async (_what, seen) => {
    known = seen;
    expect(await payWith({ type: 'api_connection_error' })).toContain('it is not certain');
  });
});
