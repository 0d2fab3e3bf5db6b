import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CACHE, ROOT } from './paths.mjs';
import { nodeToUse, runsOnProjectNode } from './project-node.mjs';

const END_WITH_PARENT = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url));

/**
 * Returns at once on the project's Node. On an older one it runs the same script again on the project's, stays
 * between it and the caller, and ends as it ends; it never returns then.
 * @param {string} scriptUrl
 */
export async function continueOnProjectNode(scriptUrl) {
  if (runsOnProjectNode()) return;
  const child = spawn(
    nodeToUse(),
    ['--import', END_WITH_PARENT, fileURLToPath(scriptUrl), ...process.argv.slice(2)],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? `${CACHE}/compiled` },
      // Its own process group: Ctrl-C in a terminal reaches every process of a group, and the one forwarded
      // below would be the second.
      detached: true,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  forwardSignals(child);
  await new Promise(() => {
    child.once('exit', (code, signal) => endLike(code, signal));
    child.once('error', (error) => {
      console.error(error);
      process.exit(1);
    });
  });
}

/** npm repeats a terminal's Ctrl-C, so within a moment the same signal counts once. @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  /** @type {Record<string, number>} */
  const forwardedAt = {};
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = Date.now();
      if (now - (forwardedAt[signal] ?? 0) < 500) return;
      forwardedAt[signal] = now;
      // The whole group, as a terminal would: the program may be waiting for one that it runs.
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    });
  }
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
function endLike(code, signal) {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
