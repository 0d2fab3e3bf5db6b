export { countProven, hasPeople, isProvenAdministrator } from './registration.store.ts';
export { createSetupCode } from './setup-code.ts';
