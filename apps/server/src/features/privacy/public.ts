export { cancelExports } from './exports.store.ts';
