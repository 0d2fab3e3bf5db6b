/** The one place that writes to the console. */
export const log = {
  /** What went wrong. */
  error(message: string, ...details: unknown[]): void {
    // biome-ignore lint/suspicious/noConsole: what went wrong in a browser is read in its console.
    console.error(message, ...details);
  },
  /** What is worth knowing and no error. */
  info(message: string): void {
    // biome-ignore lint/suspicious/noConsole: see error.
    console.info(message);
  },
  /** A mistake in the code that the application went on after. */
  warn(message: string): void {
    // biome-ignore lint/suspicious/noConsole: see error.
    console.warn(message);
  },
};
