// Loaded into the program that runs in a process group of its own: when the process that waits for it is killed
// outright, nobody would ever forward a signal again, so it ends its group in order.
if (process.channel !== undefined) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(-process.pid, 'SIGTERM'));
}
