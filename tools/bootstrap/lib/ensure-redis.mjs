import { spawnSync } from 'node:child_process';
import { installFromDebian, isDebianRoot } from './debian.mjs';
import { say } from './say.mjs';

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
