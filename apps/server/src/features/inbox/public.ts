export type { ManifestOf } from './dependencies.ts';
