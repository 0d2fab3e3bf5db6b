import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

test('no file, export or dependency is unused: `npx knip` says where, knip.json what starts by itself', () => {
  const program = path.join(ROOT, 'node_modules/knip/bin/knip.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, '--no-progress'], {
    cwd: ROOT,
    // With every journey: it reads Playwright's configuration.
    env: { ...process.env, TEST_RING: 'full' },
    encoding: 'utf8',
  });
  expect({ status, found: stdout + stderr }).toEqual({ status: 0, found: '' });
}, 180_000);
