import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { isQuickRing } from '../tools/house/test-rings.ts';

/** Of Debian. The shell draws no window, for which the whole browser takes a sixth of its processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browser = BROWSERS.find((file) => existsSync(file));
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // `npm test` runs the journeys with this tag, `npm run test:full` all of them.
  ...(isQuickRing() && { grep: /@smoke/ }),
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  // The server needs a processor of its own beside the browsers.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Last resorts, far above what a slow and busy machine takes.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Without a picture and a copy of the page at every step, which cost more than the steps; `--trace on` has them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // The browser's own sandbox refuses to run as root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
});
