import type { PaymentForm } from '@hanasu/contract/payments';
import { useComputedColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { log } from '../../shell/log.ts';
import { leaveByLoading } from './payment-document.ts';
import {
  loadStripe,
  readAppearance,
  type Stripe,
  type StripeElement,
  type StripeElements,
  type StripeError,
} from './stripe-script.ts';

export type ScriptForm = Extract<PaymentForm, { kind: 'script' }>;

/** Time after which a form that has not appeared counts as failed. One that comes later is still shown. */
const LOADING_MS = 30_000;
const CARDS_ONLY = { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } } as const;

type Stage = 'loading' | 'ready' | 'failed';

interface CardForm {
  readonly stage: Stage;
  readonly retry: () => void;
  /** Pays. Resolves when the card was not taken; else the page is left. Null: it is being paid already. */
  readonly confirm: () => Promise<StripeError | null>;
}

/** The gateway's own form, mounted in `place`; card data never leaves its frame. */
export function useCardForm(form: ScriptForm, place: RefObject<HTMLElement | null>): CardForm {
  const { scriptUrl, publishableKey, clientSecret, returnUrl } = form;
  const { locale } = useWords();
  const scheme = useComputedColorScheme('light');
  const router = useRouter();
  const [attempt, setAttempt] = useState(0);
  const [stage, setStage] = useState<Stage>('loading');
  const mounted = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const isConfirming = useRef(false);
  const options = useEffectEvent(() => ({ locale, appearance: readAppearance(scheme) }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts the form again.
  useEffect(() => {
    let element: StripeElement | null = null;
    let isCurrent = true;
    const fail = (error: unknown): void => {
      if (!isCurrent) return;
      log.error('The card form could not be loaded:', error);
      setStage('failed');
    };
    const mount = async (): Promise<void> => {
      const create = await loadStripe(scriptUrl);
      watchLeaving(router);
      if (!isCurrent || !place.current) return;
      const stripe = create(publishableKey);
      const elements = stripe.elements({ clientSecret, ...options() });
      element = elements.create('payment', CARDS_ONLY);
      element.on('ready', () => isCurrent && setStage('ready'));
      element.on('loaderror', () => fail(new Error('refused by the gateway')));
      element.mount(place.current);
      mounted.current = { stripe, elements };
    };
    const timer = setTimeout(() => {
      setStage((now) => (now === 'loading' ? 'failed' : now));
    }, LOADING_MS);
    mount().catch(fail);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      mounted.current = null;
      element?.destroy();
    };
  }, [scriptUrl, publishableKey, clientSecret, place, router, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are made of them.
  useEffect(() => {
    mounted.current?.elements.update(options());
  }, [locale, scheme]);

  return {
    stage,
    retry: () => {
      setStage('loading');
      setAttempt((count) => count + 1);
    },
    confirm: async () => {
      if (isConfirming.current) return null;
      if (!mounted.current) return { type: 'api_error' };
      isConfirming.current = true;
      const { stripe, elements } = mounted.current;
      const confirmParams = { return_url: returnUrl };
      try {
        return (await stripe.confirmPayment({ elements, confirmParams, redirect: 'always' })).error;
      } catch (error) {
        log.error('The payment could not be confirmed:', error);
        return { type: 'api_error' };
      } finally {
        isConfirming.current = false;
      }
    },
  };
}

let isWatching = false;
/** From the moment that the script is there, whatever becomes of the form. */
function watchLeaving(router: Parameters<typeof leaveByLoading>[0]): void {
  if (!isWatching) leaveByLoading(router);
  isWatching = true;
}
