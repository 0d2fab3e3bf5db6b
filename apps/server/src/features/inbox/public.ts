export { forgetCannedAuthor } from './canned.store.ts';
export type { ManifestOf } from './dependencies.ts';
