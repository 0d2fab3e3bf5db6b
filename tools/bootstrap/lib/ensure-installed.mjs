import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runNpm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { ensureProjectNode } from './project-node.mjs';
import { giveUp, say } from './say.mjs';

const STAMP = inRoot('node_modules', '.hanasu-installed');

/** Installs what package-lock.json names, unless exactly that is there already. */
export function ensureInstalled() {
  const wanted = wantedStamp();
  if (readStamp() === wanted) return;
  if (!isInstalledByHand()) install();
  ensureProjectNode();
  mkdirSync(inRoot('node_modules'), { recursive: true });
  writeFileSync(STAMP, wanted);
}

function install() {
  const startedAt = Date.now();
  say('installing packages (npm ci); the first time takes a minute or two …');
  const outcome = runNpm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (outcome instanceof Error) giveUp(`npm could not be started (${outcome.message}). Is npm installed?`);
  if (outcome !== 0) {
    giveUp(
      `npm ci failed (${outcome}); its own words are above. Without a connection to the registry nothing can be ` +
        'installed: check the network or the proxy (`npm config get registry`), then run the same command again.',
    );
  }
  say(`installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** The processor belongs to it: a folder shared between machines holds the wrong programs for the other one. */
function wantedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

const readStamp = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '');

/** After a plain `npm install` or `npm ci` npm's own record agrees with the lock file: nothing to do again. */
function isInstalledByHand() {
  const record = inRoot('node_modules', '.package-lock.json');
  if (existsSync(STAMP) || !existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(inRoot('package-lock.json'))).every(([folder, entry]) => {
    const found = installed[folder];
    if (folder === '') return true;
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
