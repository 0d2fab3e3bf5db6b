export type { FindClickers, PublishClicks } from './follow-link.ts';
export type { KeptLink } from './links.store.ts';
export { createTrackedLinks, type TrackedLinks } from './tracked-links.ts';
