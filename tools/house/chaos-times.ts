import { expect, vi } from 'vitest';

/** Last resort for a test that starts, kills or floods whole programs on a machine that does other things. */
const LONGEST_MS = 1_200_000;

if (expect.getState().testPath?.includes('/chaos/'))
  vi.setConfig({ testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS });
