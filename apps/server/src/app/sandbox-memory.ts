import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';

const WAIT_MS = 500;

interface MemoryOptions {
  readonly dataDir: string;
  readonly vendors: ReadonlyMap<string, SandboxVendor>;
  readonly onError: (error: unknown) => void;
}

/** Keeps the chats of the sandbox vendors in the data folder, so that the simulator looks the same after a restart. */
export function rememberSandboxes({ dataDir, vendors, onError }: MemoryOptions): void {
  for (const [kind, vendor] of vendors) {
    const file = join(dataDir, `sandbox-${kind}.json`);
    if (existsSync(file)) {
      try {
        vendor.restore(readFileSync(file, 'utf8'));
      } catch (error) {
        // Only play data: a broken file is not worth refusing to start.
        onError(error);
      }
    }
    let timer: NodeJS.Timeout | undefined;
    vendor.onChange(() => {
      // Begun anew by every change, the wait would never end while a chat goes on.
      timer ??= setTimeout(() => {
        timer = undefined;
        const written = writeFile(`${file}.new`, vendor.snapshot());
        written.then(() => rename(`${file}.new`, file)).catch(onError);
      }, WAIT_MS);
      timer.unref();
    });
  }
}
