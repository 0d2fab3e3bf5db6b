import {
  PaymentCurrency as Currency,
  type PaymentCurrency,
  type PaymentPackage,
} from '@hanasu/contract/payments';
import { taxWithin } from '@hanasu/payments/spec/money';
import { z } from 'zod';

const Price = z.number().int().min(1).max(100_000_000);

/** Packages on sale: prices in the smallest unit of each currency, with the tax in them. */
export const PackageSettings = z
  .array(
    z
      .object({
        id: z.string().regex(/^[a-z0-9-]{1,60}$/),
        tokens: z.number().int().min(1).max(1_000_000_000_000),
        prices: z.partialRecord(Currency, Price),
      })
      .strict(),
  )
  .max(20)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'each id once');
export type PackageSettings = z.infer<typeof PackageSettings>;

export const DEFAULT_PACKAGES: PackageSettings = [
  { id: 'small', tokens: 1_000_000, prices: { JPY: 1_100, VND: 180_000, USD: 799 } },
  { id: 'medium', tokens: 5_000_000, prices: { JPY: 4_950, VND: 810_000, USD: 3_599 } },
  { id: 'large', tokens: 20_000_000, prices: { JPY: 17_600, VND: 2_880_000, USD: 12_799 } },
];

/** Percent, by currency; absent: none. */
export const TaxRates = z.partialRecord(Currency, z.number().min(0).max(50));
export type TaxRates = z.infer<typeof TaxRates>;

export interface Shop {
  readonly packages: PackageSettings;
  readonly taxRates: TaxRates;
  /** How long bought tokens are good; null: without end. */
  readonly days: number | null;
}

/** Packages as they are shown. `currencies`: those that the gateway takes. */
export const packagesOf = (
  { packages, taxRates, days }: Shop,
  currencies: readonly PaymentCurrency[],
): PaymentPackage[] =>
  packages.map(({ id, tokens, prices }) => ({
    id,
    tokens,
    days,
    prices: currencies.flatMap((currency) => {
      const amount = prices[currency];
      if (amount === undefined) return [];
      const taxRate = taxRates[currency] ?? 0;
      return [{ currency, amount, taxRate, tax: taxWithin(amount, taxRate) }];
    }),
  }));
