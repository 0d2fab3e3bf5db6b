import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type SupervisedServer, type SuperviseOptions, superviseServer } from './start-embedded-postgres.ts';

/** The pauses of the product, a thousand times shorter. */
const PAUSES = { firstMs: 1, longestMs: 60, settledMs: 60_000 };

let supervised: SupervisedServer | null = null;
afterEach(async () => {
  await supervised?.unwatch();
});

/** A process that has ended already. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

/** Supervises a server that every try brings back only to die at once, until `tries` were made. */
async function superviseMortal(
  tries: number,
  restart: (pid: number, made: number) => number,
): Promise<{ readonly lines: string[]; readonly unusable: EmbeddedPostgresError[] }> {
  const lines: string[] = [];
  const unusable: EmbeddedPostgresError[] = [];
  const pid = await deadProcess();
  await new Promise<void>((resolve) => {
    let made = 0;
    const options: SuperviseOptions = {
      pid,
      restart: async () => {
        made += 1;
        if (made >= tries) resolve();
        return restart(pid, made);
      },
      log: (line) => lines.push(line),
      logFile: '/data/postgres/postgres.log',
      onUnusable: (error) => {
        unusable.push(error);
        resolve();
      },
      pauses: PAUSES,
    };
    supervised = superviseServer(options);
  });
  return { lines, unusable };
}

test('a server that dies again and again is started again for ever, ever more slowly', async () => {
  const { lines } = await superviseMortal(10, (pid) => pid);
  const pauses = lines.map((line) => /Starting it again (now|in [\d.]+ s) \(try \d+\)\.$/.exec(line)?.[1]);
  expect(pauses).toEqual([
    'now',
    ...[1, 2, 4, 8, 16, 32, 60, 60, 60].map((milliseconds) => `in ${milliseconds / 1000} s`),
  ]);
});

test('each failed try is one line with its cause and what to do', async () => {
  const failures = [
    new EmbeddedPostgresError('start_failed', 'It did not start:\nx\nPANIC:  no checkpoint record\ny'),
    new EmbeddedPostgresError(
      'start_failed',
      'It did not start:\nFATAL:  could not bind: Address already in use',
    ),
    new EmbeddedPostgresError('disk_full', 'The disk is full'),
  ];
  const { lines } = await superviseMortal(4, (pid, made) => {
    const failure = failures[made - 1];
    if (failure) throw failure;
    return pid;
  });
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('no checkpoint record (its log is /data/postgres/postgres.log');
  expect(lines[2]).toContain('another program uses its port; end that program');
  expect(lines[3]).toContain('Free some space, and it starts by itself');
  for (const line of lines) expect(line).not.toContain('\n');
});

test('a folder that cannot be used ends the tries', async () => {
  const gone = new EmbeddedPostgresError('folder_not_usable', 'the files are gone');
  const { unusable, lines } = await superviseMortal(50, (pid, made) => {
    if (made === 3) throw gone;
    return pid;
  });
  expect(unusable).toEqual([gone]);
  expect(lines).toHaveLength(3);
});
