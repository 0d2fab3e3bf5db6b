import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { type ZipEntry, zipStream } from './write-export.ts';

test('a zip that fails before it is read fails its reader, and nothing else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-zip-'));
  // biome-ignore lint/correctness/useYield: it fails before its first entry
  async function* entries(): AsyncGenerator<ZipEntry> {
    throw new Error('cancelled');
  }
  const zip = zipStream(entries());
  await setTimeout(20);
  const files = createDiskFileStore(folder);
  await expect(files.putStream('a/export.zip', zip)).rejects.toThrow('cancelled');
  expect(await files.size('a/export.zip')).toBeNull();
  rmSync(folder, { recursive: true, force: true });
});
