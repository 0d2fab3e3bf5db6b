/** The one place that writes to the console. */
export function log(message: string, ...details: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: what went wrong in a browser is read in its console.
  console.error(message, ...details);
}
