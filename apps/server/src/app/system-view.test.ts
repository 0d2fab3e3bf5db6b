import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeSystem, parseConfig } from './config.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'hanasu-dist-'));
  mkdirSync(join(dist, '.vite'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const buildOf = (webDist: string, version = '1.0.0'): string => {
  const outcome = parseConfig({ WEB_DIST: webDist });
  if (outcome.kind !== 'ok') throw new Error('these settings are good');
  return describeSystem(outcome.config, { services: () => [] }, { version, vectorStore: 'memory' }).build;
};
const writeManifest = (file: string) =>
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify({ 'index.html': { file } }));

test('spec:103 the build is told by its manifest: another for other files, the same for the same', () => {
  writeManifest('assets/index-a.js');
  const first = buildOf(dist);
  expect(buildOf(dist)).toBe(first);
  writeManifest('assets/index-b.js');
  expect(buildOf(dist)).not.toBe(first);
  expect(buildOf(dist, '1.0.1')).toMatch(/^1\.0\.1-/);
});

test('without a built web app the build is the version', () => {
  expect(buildOf(join(dist, 'nothing'))).toBe('1.0.0');
});
