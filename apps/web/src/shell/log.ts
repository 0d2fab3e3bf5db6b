/** What went wrong. Together with `note` the one place that writes to the console. */
export function log(message: string, ...details: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: what went wrong in a browser is read in its console.
  console.error(message, ...details);
}

/** What is worth knowing and nobody's fault. */
export function note(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see log.
  console.info(message);
}

/** What a programmer did wrong and the application went on without. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see log.
  console.warn(message);
}
