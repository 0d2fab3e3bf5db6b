export { dropMedia, type WantedMedia, wantMedia } from './want-media.ts';
