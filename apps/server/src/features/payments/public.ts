export { DEFAULT_PACKAGES, PackageSettings, TaxRates } from './packages.ts';
