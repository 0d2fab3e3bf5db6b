import { spawnSync } from 'node:child_process';
import { installFromDebian, isDebianRoot } from './debian.mjs';
import { say } from './say.mjs';

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
