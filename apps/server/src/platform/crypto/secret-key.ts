import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Why the server cannot start with the key it was given; its message is for the person who starts it. */
export class SecretKeyError extends Error {}

const FEWEST_CHARACTERS = 32;
const KEY_BYTES = 32;
const WHOLE_CHARACTERS = 43;

export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret-key');

/** The given key, or the one kept in the data folder, made on first use. Throws `SecretKeyError`. */
export function loadSecretKey(dataDir: string, given: string | undefined): string {
  if (given) return given;
  const file = secretKeyFile(dataDir);
  if (!existsSync(file)) makeKeyFile(dataDir, file);
  return readKeyFile(file);
}

function readKeyFile(file: string): string {
  const text = readText(file);
  const key = text.trim();
  // One that was cut off while it was written has no end of line.
  const isWhole = text.endsWith('\n') || key.length >= WHOLE_CHARACTERS;
  if (isWhole && key.length >= FEWEST_CHARACTERS) return key;
  const what = key === '' ? 'is empty' : 'is cut off';
  throw new SecretKeyError(
    `The key file ${file} ${what}: put it back from a backup, or set SECRET_KEY to the key it held.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SecretKeyError(`The key file ${file} cannot be read (${code}): let this user read it.`, {
      cause: error,
    });
  }
}

/** Complete or not there, also after a power cut; of two starts at the same moment one makes it. */
function makeKeyFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Somebody was faster, or the file system has no links.
    if (!existsSync(file)) renameSync(draft, file);
    else if (!isTaken(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDir);
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
