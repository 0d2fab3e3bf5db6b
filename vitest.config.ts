import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Loading the server takes a few seconds, and a test changes nothing outside what it was given.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['apps/web/**/*.test.{ts,tsx}', 'apps/widget/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
