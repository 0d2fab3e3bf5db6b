const LOOK_EVERY_MS = 1_000;

/**
 * A signal sent to npm alone (`docker stop`, a process manager) ends npm and its shell but never reaches us. When
 * npm started this process and its parent is gone, it ends in order instead of staying behind.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
}
