/** What the browser remembers of a chat between pages. */
interface StoredChat {
  /** Who we are to the server. */
  visitor?: string | undefined;
  open?: boolean;
  greeted?: boolean;
  /** Last message that was seen. */
  seen?: string;
}

export interface ChatStorage {
  read(): StoredChat;
  write(changes: StoredChat): void;
}

/** In `localStorage`; where a browser refuses that (a frame without storage), for this page only. */
export function createChatStorage(name: string): ChatStorage {
  const key = `hanasu:${name}`;
  let memory: StoredChat = {};
  const read = (): StoredChat => {
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
