import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { giveUp, say } from './say.mjs';

const FOLDER = inRoot('node_modules', 'node');
const PROJECT_NODE = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The oldest Node that runs the project's TypeScript as it is. */
const MAJOR = 24;

export const runsOnProjectNode = () => Number(process.versions.node.split('.')[0]) >= MAJOR;

/**
 * The package `node` fetches the program for this machine in its preinstall script. Where scripts are switched
 * off, the script is run here.
 */
export function ensureProjectNode() {
  fetchProjectNode();
  // The package that the program was linked from, with 67 MiB of headers.
  if (existsSync(PROJECT_NODE)) rmSync(path.join(FOLDER, 'node_modules'), { recursive: true, force: true });
}

function fetchProjectNode() {
  if (isRight()) return;
  say(`fetching Node ${wantedVersion()} …`);
  runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (isRight()) return;
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: FOLDER, stdio: 'inherit' });
  if (isRight()) return;
  giveUp(
    `Node ${wantedVersion()} could not be installed into node_modules/node. Install Node ${MAJOR} yourself and start again.`,
  );
}

function isRight() {
  if (!existsSync(PROJECT_NODE)) return runsOnProjectNode();
  const result = spawnSync(PROJECT_NODE, ['--version'], { encoding: 'utf8' });
  return result.status === 0 && result.stdout.trim() === `v${wantedVersion()}`;
}

const wantedVersion = () =>
  JSON.parse(readFileSync(inRoot('node_modules', 'node', 'package.json'), 'utf8')).version;

export const nodeToUse = () => (existsSync(PROJECT_NODE) ? PROJECT_NODE : process.execPath);
