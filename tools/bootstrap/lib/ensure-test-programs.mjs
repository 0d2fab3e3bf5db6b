import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-step.mjs';
import { giveUp, say } from './say.mjs';

/** Outside the checkout: a fresh clone uses what an earlier one has unpacked. */
const FOLDER = '/var/cache/hanasu-tests';
const RELEASE = 'trixie';
const ROOT_OF_DEBIAN = path.join(FOLDER, `debian-${RELEASE}`);
const PROGRAMS = path.join(ROOT_OF_DEBIAN, 'usr/lib/postgresql/17/bin');

/**
 * A PostgreSQL with pgvector and the tools for a standby, which the embedded one lacks: Debian's, unpacked into a folder
 * of the tests. Without it the tests that need one are skipped.
 * @returns {Record<string, string>} what the tests read
 */
export function ensureDebianPostgres() {
  if (!existsSync(PROGRAMS) && isDebianRoot()) unpack();
  if (existsSync(PROGRAMS)) return { TEST_DEBIAN_POSTGRES: ROOT_OF_DEBIAN };
  say('no PostgreSQL 17 of Debian here: the tests of pgvector and of a standby are skipped.');
  return {};
}

function unpack() {
  say(`unpacking PostgreSQL 17 with pgvector from Debian ${RELEASE}, for the tests; about a minute …`);
  if (spawnSync('debootstrap', ['--version']).status !== 0) installFromDebian(['debootstrap']);
  mkdirSync(FOLDER, { recursive: true });
  const draft = `${ROOT_OF_DEBIAN}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const { status } = spawnSync(
    'debootstrap',
    ['--variant=minbase', '--include=postgresql-17-pgvector', RELEASE, draft],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status === 0) renameSync(draft, ROOT_OF_DEBIAN);
  else rmSync(draft, { recursive: true, force: true });
}

/** Tests with several processes want a real Redis; without one they are skipped, and say so. */
export function ensureRedis() {
  const isThere = () =>
    ['redis-server', 'valkey-server'].some((name) => spawnSync(name, ['--version']).status === 0);
  if (isThere()) return;
  if (isDebianRoot()) {
    say('installing Redis from Debian, for the tests …');
    installFromDebian(['redis-server']);
  }
  if (!isThere()) say('no redis-server here: the tests that need one are skipped.');
}

/** Tests with processes whose clocks differ want faketime; without it they are skipped, and say so. */
export function ensureFaketime() {
  const isThere = () => spawnSync('faketime', ['--version']).status === 0;
  if (isThere()) return;
  if (isDebianRoot()) {
    say('installing faketime from Debian, for the tests …');
    installFromDebian(['faketime']);
  }
  if (!isThere()) say('no faketime here: the tests with clocks that differ are skipped.');
}

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * The browser of the journeys: Debian's headless shell when we may install it, else a Chromium that is there, else the
 * one of Playwright.
 */
export function ensureChromium() {
  if (existsSync(HEADLESS_SHELL)) return;
  if (isDebianRoot()) {
    say('installing Chromium without windows, and its fonts, from Debian …');
    installFromDebian(['chromium-headless-shell', 'fonts-noto-cjk']);
  }
  if (existsSync(HEADLESS_SHELL) || existsSync(DEBIAN_CHROMIUM)) return;
  say('fetching the browser for the tests (Playwright) …');
  if (runTool('@playwright/test', 'playwright', ['install', 'chromium']) !== 0) {
    giveUp('no browser for the tests: install Chromium as /usr/bin/chromium and run the same command again.');
  }
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** @param {string[]} packages */
function installFromDebian(packages) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} parameters */
  const apt = (parameters) =>
    spawnSync('apt-get', parameters, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  apt(['update', '-qq']);
  apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
