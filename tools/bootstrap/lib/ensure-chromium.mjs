import { existsSync } from 'node:fs';
import { installFromDebian, isDebianRoot } from './debian.mjs';
import { runTool } from './run-step.mjs';
import { giveUp, say } from './say.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** The browser of the journeys: Debian's when we may install it, otherwise the one Playwright downloads. */
export function ensureChromium() {
  if (existsSync(DEBIAN_CHROMIUM)) return;
  if (isDebianRoot()) {
    say('installing Chromium and its fonts from Debian …');
    installFromDebian(['chromium', 'fonts-noto-cjk']);
    if (existsSync(DEBIAN_CHROMIUM)) return;
  }
  say('fetching the browser for the tests (Playwright) …');
  if (runTool('@playwright/test', 'playwright', ['install', 'chromium']) !== 0) {
    giveUp('no browser for the tests: install Chromium as /usr/bin/chromium and run the same command again.');
  }
}
