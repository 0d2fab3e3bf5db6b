import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Runs npm in the project. Flags of the outer `npm start --workspace …` reach us as npm_config_*; the ones that
 * would change what is installed are left out, while registry, proxy and cache stay.
 * @param {string[]} parameters
 */
export function runNpm(parameters, cwd = ROOT) {
  const [command, first] = npmCommand();
  const result = spawnSync(command, [...first, ...parameters], {
    cwd,
    env: npmEnvironment(),
    stdio: 'inherit',
  });
  return result.error ?? result.status ?? 1;
}

/** @returns {[string, string[]]} */
function npmCommand() {
  const cli = process.env.npm_execpath;
  // `npm ci` replaces node_modules, the project's own Node in it included: the machine's runs it.
  const node = process.env.npm_node_execpath;
  const isNpm = cli !== undefined && path.basename(cli) === 'npm-cli.js' && existsSync(cli);
  if (isNpm && node !== undefined && existsSync(node)) return [node, [cli]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

const DROPPED =
  /^npm_config_(workspaces?|include_workspace_root|global|location|prefix|local_prefix|omit|include|only|production|ignore_scripts|dry_run|package_lock_only)$/i;

function npmEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !DROPPED.test(name) && name !== 'NODE_ENV');
  return Object.fromEntries(kept);
}
