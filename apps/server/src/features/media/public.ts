export { type WantedMedia, wantMedia } from './want-media.ts';
