import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProgram, startProgram } from './start-program.ts';

/** A whole Hanasu in a process of its own, on its embedded database, with an account to work in. */
export interface BenchHanasu {
  readonly url: string;
  readonly program: RunningProgram;
  readonly folder: string;
  post<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  readonly authorization: string;
  stop(): Promise<void>;
}

const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_REGISTER: '0',
  RATE_LIMIT_API: '0',
  STARTING_TOKENS: '1000000000000',
};

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hanasu-bench-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  return folder;
}

export async function startHanasu(
  port: number,
  environment: Record<string, string> = {},
  file = 'apps/server/src/main.ts',
): Promise<BenchHanasu> {
  const folder = newFolder();
  const program = await startProgram({
    file,
    environment: { ...SETTINGS, PORT: String(port), DATA_DIR: folder, ...environment },
    readyWhen: /Hanasu is ready/,
  });
  const url = `http://127.0.0.1:${port}`;
  let authorization = '';
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(authorization ? { authorization } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const person = { username: 'bench', email: 'bench@example.com', password: 'a long password' };
  const register = (body: object) => call<{ jwt: string }>('POST', '/api/auth/local/register', body);
  // Builds of before 2026-11-24 know of no terms.
  const { jwt } = await register({ ...person, acceptedTerms: true }).catch(() => register(person));
  authorization = `Bearer ${jwt}`;
  return {
    url,
    program,
    folder,
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    get: (path) => call('GET', path),
    authorization,
    async stop() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
