/** What the browser remembers of a chat between pages. */
export interface Kept {
  /** Who we are to the server. */
  visitor?: string | undefined;
  open?: boolean;
  greeted?: boolean;
  /** Last message that was seen. */
  seen?: string;
}

export interface Keep {
  read(): Kept;
  write(changes: Kept): void;
}

/** In `localStorage`; where a browser refuses that (a frame without storage), for this page only. */
export function createKeep(name: string): Keep {
  const key = `hanasu:${name}`;
  let memory: Kept = {};
  const read = (): Kept => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof value === 'object' && value !== null ? value : memory;
    } catch {
      return memory;
    }
  };
  return {
    read,
    write(changes) {
      memory = { ...read(), ...changes };
      try {
        localStorage.setItem(key, JSON.stringify(memory));
      } catch {
        // Nothing is lost but what the next page would know.
      }
    },
  };
}
