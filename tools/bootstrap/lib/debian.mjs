import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** @param {string[]} packages */
export function installFromDebian(packages) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} parameters */
  const apt = (parameters) =>
    spawnSync('apt-get', parameters, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  apt(['update', '-qq']);
  apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
