import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { PRIVATE_HOSTS } from './private-servers.ts';

export interface RunningHanasu {
  readonly url: string;
  /** SIGKILL, as when the machine has no memory left, and another start on what is there. */
  crash(): Promise<void>;
  /** The link to the mails that were not sent, as the start printed it. */
  readonly outbox: string;
  stop(): Promise<void>;
}

/** Small enough that a test can be over it without making a large file. */
export const MAX_UPLOAD_BYTES = 1024 * 1024;

const ROOT = resolve(import.meta.dirname, '../..');
const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_REGISTER: '0',
  RATE_LIMIT_API: '0',
  BATCHING_DELAY_MS: '300',
  // Tools, web hooks and models call servers of the tests.
  ALLOW_PRIVATE_HOSTS: PRIVATE_HOSTS,
  CRAWL_PAUSE_MS: '0',
  MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES),
};

/** The whole program on a database and folder of its own, as a person would start it. */
export async function startHanasu(environment: Readonly<Record<string, string>>): Promise<RunningHanasu> {
  const folder = mkdtempSync(join(tmpdir(), 'hanasu-e2e-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const port = await freePort();
  // By name, because passkeys belong to names.
  const url = `http://localhost:${port}`;
  let outbox = '';
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...SETTINGS,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    outbox = await untilReady(started);
    return started;
  };
  let child = await start();
  return {
    url,
    get outbox() {
      return outbox;
    },
    async crash() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      child = await start();
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gives the link that a person would click. */
function untilReady(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((done, fail) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const link = /(http\S+\/dev\/outbox\?code=[\w-]+).*\n/.exec(output)?.[1];
      if (link) done(link);
    });
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${output}`)));
  });
}
