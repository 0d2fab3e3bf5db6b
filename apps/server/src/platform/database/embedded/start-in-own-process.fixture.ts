import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** Run by the tests as a process that they can kill: prints `{url, pid, adopted}` and then just stays. */
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: () => undefined });
process.stdout.write(
  `${JSON.stringify({ url: postgres.url, pid: postgres.pid, adopted: postgres.adopted })}\n`,
);
setInterval(() => undefined, 60_000);
