const MISSING_CHUNK =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i;
const RELOADED_AT = 'chunk-reloaded-at';
const RELOAD_ONCE_MS = 10_000;

/** A new build removed a part that this page asked for. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && MISSING_CHUNK.test(error.message);

/** True when loading the page anew may help: a part is missing, and that was not tried just now. */
export const shouldReload = (error: unknown, now = Date.now()): boolean =>
  isMissingChunk(error) && now - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > RELOAD_ONCE_MS;

export function reloadAt(target: string, go: (href: string) => void = (href) => location.assign(href)): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  go(target);
}
