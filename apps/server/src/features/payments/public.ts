export { DEFAULT_PACKAGES, PackageSettings, TaxRates } from './packages.ts';
export { hasCorporateCheckDigit } from './receipts/receipt-facts.ts';
