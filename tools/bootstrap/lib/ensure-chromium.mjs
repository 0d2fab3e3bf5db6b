import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runTool } from './run-step.mjs';
import { giveUp, say } from './say.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** The browser of the journeys: Debian's when we may install it, otherwise the one Playwright downloads. */
export function ensureChromium() {
  if (existsSync(DEBIAN_CHROMIUM)) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && installFromDebian()) return;
  say('fetching the browser for the tests (Playwright) …');
  if (runTool('@playwright/test', 'playwright', ['install', 'chromium']) !== 0) {
    giveUp('no browser for the tests: install Chromium as /usr/bin/chromium and run the same command again.');
  }
}

function installFromDebian() {
  say('installing Chromium and its fonts from Debian …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} parameters */
  const apt = (parameters) =>
    spawnSync('apt-get', parameters, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  apt(['update', '-qq']);
  apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']);
  return existsSync(DEBIAN_CHROMIUM);
}
