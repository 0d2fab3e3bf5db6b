import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runNpm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { ensureProjectNode } from './project-node.mjs';
import { giveUp, say } from './say.mjs';

const STAMP = inRoot('node_modules', '.hanasu-installed');

/** Installs exactly what package-lock.json names, unless that is there already. */
export function ensureInstalled() {
  const wanted = wantedStamp();
  if (readStamp() === wanted) return;
  // After an `npm install` by hand there is no stamp, but npm's own record agrees with the lock file.
  if (existsSync(STAMP) || findDifference() !== null) install();
  ensureProjectNode();
  mkdirSync(inRoot('node_modules'), { recursive: true });
  writeFileSync(STAMP, wanted);
}

function install() {
  const startedAt = Date.now();
  say('installing packages; the first time takes a minute or two …');
  const outcome = runNpm(INSTALL);
  if (outcome instanceof Error) giveUp(`npm could not be started (${outcome.message}). Is npm installed?`);
  if (outcome !== 0) {
    giveUp(
      `npm failed (${outcome}); its own words are above. Without a connection to the registry nothing can be ` +
        'installed: check the network or the proxy (`npm config get registry`), then run the same command again.',
    );
  }
  const difference = findDifference();
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
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--progress=false',
  '--loglevel=error',
];

/** The processor belongs to it: a folder shared between machines holds the wrong programs for the other one. */
function wantedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

const readStamp = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '');

/** The first package that is not as the lock file names it; null when all are. */
function findDifference() {
  const record = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'nothing is installed';
  const installed = readPackages(record);
  const different = Object.entries(readPackages(inRoot('package-lock.json'))).find(([folder, entry]) => {
    const found = installed[folder];
    if (folder === '') return false;
    if (found === undefined) return entry.optional !== true && entry.devOptional !== true;
    return found.version !== entry.version;
  });
  return different === undefined ? null : `${different[0]} ${different[1].version ?? ''}`;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
