export { createEraseOne } from './erase-customer.ts';
export { cancelExports } from './exports/exports.store.ts';
