import fc from 'fast-check';
import { isQuickRing } from './test-rings.ts';

/** `npm test` tries each property with the same examples every time; `npm run test:full` with new ones (docs/tests.md). */
if (isQuickRing()) fc.configureGlobal({ seed: 20_261_128 });
