import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';

export const now = () => Date.now();

/** Of everybody who waits for a connection. */
const waiting = new Set<() => void>();
export const goOn = (): void => {
  for (const end of waiting) end();
};
addEventListener('online', goOn);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) goOn();
});
/** For so many milliseconds, or until there is a connection again. */
export const untilOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    waiting.add(end);
  });

/** A random UUID, also over plain http. */
export function newKey(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
