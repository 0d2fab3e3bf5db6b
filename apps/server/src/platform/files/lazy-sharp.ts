import { createRequire } from 'node:module';
import type { Sharp, default as SharpModule } from 'sharp';

const require = createRequire(import.meta.url);
let loaded: typeof SharpModule | null = null;

/** `sharp`, loaded with the first picture: it takes 10 MB, and many servers never see one. */
export function sharp(...given: Parameters<typeof SharpModule>): Sharp {
  loaded ??= require('sharp') as typeof SharpModule;
  return loaded(...given);
}
