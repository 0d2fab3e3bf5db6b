const KEY = 'hanasu-device';

/** What the server gave this browser at an earlier sign-in, so that somebody else's guesses do not slow it down. */
export function readDevice(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage is switched off: every sign-in is that of a new device, which works as well.
    return undefined;
  }
}

export function keepDevice(device: string): void {
  try {
    localStorage.setItem(KEY, device);
  } catch {
    // See above.
  }
}
