import { once } from 'node:events';
import { enableCompileCache, flushCompileCache } from 'node:module';

/** The whole server in a process of its own, to be killed. Arguments: settings as JSON, `alone` or `shared`. */
const [settings = '{}', mode, cacheFolder] = process.argv.slice(2);
enableCompileCache(cacheFolder);
const [{ pino }, { parseConfig }, { launchWorkerThread }, { startServer }] = await Promise.all([
  import('pino'),
  import('../app/config.ts'),
  import('../app/worker-thread/messages.ts'),
  import('../app/start-http.ts'),
]);
const engine = launchWorkerThread();
flushCompileCache();
const outcome = parseConfig(JSON.parse(settings) as Record<string, string>);
if (outcome.kind === 'invalid') throw new Error(outcome.problems.join('\n'));

// Everything is loaded; the test says when to begin.
await once(process.stdin, 'data');
process.stdin.on('end', () => process.exit(0));
const server = await startServer({
  config: outcome.config,
  databaseUrl: outcome.config.DATABASE_URL ?? '',
  logger: pino({ level: outcome.config.LOG_LEVEL }, pino.destination({ dest: 2, sync: true })),
  version: '0.0.0-chaos',
  isOnlyProcess: mode === 'alone',
  engine,
});
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.stdout.write('ready\n');
