import { words as core } from './core.ts';
import { words as later } from './later.ts';

/** Every word of the application in this language, by feature. */
export const words = { ...core, ...later } as const;
