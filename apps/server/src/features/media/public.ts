export type { WantedMedia } from './domain/media-row.ts';
export { attachMedia, dropMedia, findMedia, findMediaViews, wantMedia } from './media.store.ts';
export { addMediaFileRoute } from './media-file-route.ts';
export { addMediaRoutes } from './routes.ts';
export { createMediaFetcher } from './use-cases/fetch-media.ts';
export { type LoadedMedia, loadMedia } from './use-cases/load-media.ts';
export { type OutgoingMedia, outgoingFile } from './use-cases/outgoing-file.ts';
export { readMedia } from './use-cases/read-media.ts';
export { removeUnsent } from './use-cases/remove-unsent.ts';
