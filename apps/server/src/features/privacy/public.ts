export { cancelExports } from './exports/exports.store.ts';
