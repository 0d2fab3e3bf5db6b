import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

/** The thread of `launchWorkerThread`. Loads first, so that what is compiled already is found. */
const { compileCache } = workerData as { readonly compileCache: string | null };
if (compileCache !== null) enableCompileCache(compileCache);
const { runWorkerThread } = await import('./entry.ts');
runWorkerThread();
