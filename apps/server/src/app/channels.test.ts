import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { rememberSandboxes } from './channels.ts';

test('a sandbox’s last change is on disk when the server has stopped, and nothing is written after that', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hanasu-sandboxes-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  let chat = 'nothing';
  const listeners: (() => void)[] = [];
  const vendor = {
    snapshot: () => chat,
    restore: () => undefined,
    onChange: (listener: () => void) => listeners.push(listener),
  } as unknown as SandboxVendor;
  const errors: unknown[] = [];
  const finish = rememberSandboxes({
    dataDir,
    vendors: new Map([['line', vendor]]),
    onError: (error) => errors.push(error),
  });
  const change = (words: string): void => {
    chat = words;
    for (const listener of listeners) listener();
  };

  change('hello');
  change('hello again');
  await finish();

  expect(readFileSync(join(dataDir, 'sandbox-line.json'), 'utf8')).toBe('hello again');
  change('too late');
  await finish();
  expect(readFileSync(join(dataDir, 'sandbox-line.json'), 'utf8')).toBe('hello again');
  expect(readdirSync(dataDir)).toEqual(['sandbox-line.json']);
  expect(errors).toEqual([]);
});
