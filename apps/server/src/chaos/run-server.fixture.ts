import { pino } from 'pino';
import { parseConfig } from '../config.ts';
import { startServer } from '../server.ts';

/** The whole server in a process of its own, to be killed. Settings come as JSON in the first argument. */
const settings = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const outcome = parseConfig(settings);
if (outcome.kind === 'invalid') throw new Error(outcome.problems.join('\n'));

await startServer({
  config: outcome.config,
  databaseUrl: outcome.config.DATABASE_URL ?? '',
  logger: pino({ level: outcome.config.LOG_LEVEL }, pino.destination({ dest: 2, sync: true })),
  version: '0.0.0-chaos',
  isOnlyProcess: true,
});
process.stdout.write('ready\n');
