export { attachMedia, dropMedia, findMedia, findMediaViews, wantMedia } from './all-media.store.ts';
export type { WantedMedia } from './domain/media-files.ts';
export { addMediaFileRoute, addMediaRoutes, addPictureRoute } from './routes-all.ts';
export { createMediaFetcher } from './use-cases/fetch-media.ts';
export { type LoadedMedia, loadMedia, readMedia } from './use-cases/load.ts';
export { type OutgoingMedia, outgoingFile } from './use-cases/outgoing-file.ts';
export { removeUnsent } from './use-cases/upload.ts';
