import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runNpm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { ensureProjectNode } from './project-node.mjs';
import { giveUp, say } from './say.mjs';

const STAMP = inRoot('node_modules', '.hanasu-installed');

/** @typedef {'running' | 'everything'} Packages What running needs, or also what tests, benches and linting need. */

/**
 * Installs exactly what package-lock.json names, unless that is there already. Where everything was installed before it
 * stays so: `npm start` takes nothing away from who develops.
 * @param {Packages} packages
 */
export function ensureInstalled(packages = 'everything') {
  const before = readStamp();
  if (before === stampOf('everything') || before === stampOf(packages)) return;
  const wanted = packages === 'everything' || hasDevelopmentPackages() ? 'everything' : 'running';
  // After an `npm install` by hand there is no stamp, but npm's own record agrees with the lock file.
  if (before !== '' || findDifference(wanted) !== null) install(wanted);
  ensureProjectNode();
  mkdirSync(inRoot('node_modules'), { recursive: true });
  writeFileSync(STAMP, stampOf(wanted));
}

/** @param {Packages} packages */
function install(packages) {
  const startedAt = Date.now();
  // An installation that is broken off is begun again.
  mkdirSync(inRoot('node_modules'), { recursive: true });
  writeFileSync(STAMP, 'unfinished\n');
  say('installing packages; the first time takes a minute or two …');
  const outcome = runNpm([...INSTALL, packages === 'running' ? '--omit=dev' : '--include=dev']);
  if (outcome instanceof Error) giveUp(`npm could not be started (${outcome.message}). Is npm installed?`);
  if (outcome !== 0) {
    giveUp(
      `npm failed (${outcome}); its own words are above. Without a connection to the registry nothing can be ` +
        'installed: check the network or the proxy (`npm config get registry`), then run the same command again.',
    );
  }
  const difference = findDifference(packages);
  if (difference !== null) giveUp(`npm did not install what package-lock.json names: ${difference}`);
  say(`installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/**
 * Not `npm ci`: it refuses a lock file that lacks the programs of other platforms, which npm leaves out when it
 * writes the file on one whose registry doesn't offer them. The result is compared with the lock file instead.
 */
const INSTALL = [
  'install',
  '--no-save',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--progress=false',
  '--loglevel=error',
];

/**
 * The processor belongs to it: a folder shared between machines holds the wrong programs for the other one.
 * @param {Packages} packages
 */
function stampOf(packages) {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch} ${packages}\n`;
}

const readStamp = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '');

/** What npm says that it has installed. */
const RECORD = inRoot('node_modules', '.package-lock.json');

const hasDevelopmentPackages = () =>
  existsSync(RECORD) && Object.values(readPackages(RECORD)).some(({ dev }) => dev === true);

/** The first package that is not as the lock file names it; null when all are. @param {Packages} packages */
function findDifference(packages) {
  if (!existsSync(RECORD)) return 'nothing is installed';
  const installed = readPackages(RECORD);
  const different = Object.entries(readPackages(inRoot('package-lock.json'))).find(([folder, entry]) => {
    const found = installed[folder];
    if (folder === '' || (packages === 'running' && entry.dev === true)) return false;
    if (found === undefined) return entry.optional !== true && entry.devOptional !== true;
    return found.version !== entry.version;
  });
  return different === undefined ? null : `${different[0]} ${different[1].version ?? ''}`;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
