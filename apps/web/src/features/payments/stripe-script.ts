import type { Locale } from '@hanasu/contract/accounts';

/** The parts of Stripe.js that the card form calls (docs.stripe.com/js). The script can't be bundled: Stripe serves it. */
export interface Stripe {
  elements(options: ElementsOptions & { readonly clientSecret: string }): StripeElements;
  /** With `always` the page is left on success, and the promise resolves with an error only. */
  confirmPayment(options: {
    readonly elements: StripeElements;
    readonly confirmParams: { readonly return_url: string };
    readonly redirect: 'always';
  }): Promise<{ readonly error: StripeError }>;
}

interface ElementsOptions {
  readonly locale: Locale;
  readonly appearance: Appearance;
}

export interface StripeElements {
  create(
    kind: 'payment',
    options: { readonly wallets: Readonly<Record<'applePay' | 'googlePay' | 'link', 'never'>> },
  ): StripeElement;
  update(options: ElementsOptions): void;
}

export interface StripeElement {
  on(event: 'ready' | 'loaderror', listener: () => void): unknown;
  mount(place: HTMLElement): void;
  destroy(): void;
}

export interface StripeError {
  /** `validation_error`: a field is incomplete, which the form itself shows. `card_error`: the card was refused. */
  readonly type: string;
  /** In the language of the form. */
  readonly message?: string;
}

export interface Appearance {
  readonly theme: 'stripe' | 'night';
  readonly variables: Readonly<Record<string, string>>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

/** Loads the script of the gateway into this page. Rejects where it is blocked or can't be reached. */
export async function loadStripe(url: string): Promise<NonNullable<Window['Stripe']>> {
  if (!window.Stripe) await insertScript(url);
  if (!window.Stripe) throw new Error('The script of the gateway has no Stripe()');
  return window.Stripe;
}

const insertScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The script of the gateway could not be loaded'));
    };
    document.head.append(script);
  });

const COLOURS = {
  colorPrimary: '--accent-text',
  colorBackground: '--surface-card',
  colorText: '--text-strong',
  colorTextSecondary: '--text-dim',
  colorDanger: '--danger-text',
} as const;

/** Describes the theme of the page; the form is in a frame, which can't read the colours itself. */
export function readAppearance(scheme: 'light' | 'dark'): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.entries(COLOURS).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim(),
  ]);
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      ...Object.fromEntries(colours.filter(([, colour]) => colour !== '')),
      fontFamily: 'system-ui, sans-serif',
      borderRadius: '6px',
    },
  };
}
