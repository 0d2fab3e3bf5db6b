import { readFile } from 'node:fs/promises';

const INTERVAL = 50;
const PAGE_BYTES = 4096;

/**
 * Calls back once when a process holds more than `memoryMb` of physical memory. Linux only (`/proc`), where it
 * needs no privilege; elsewhere the heap limit stands alone. Returns the function that ends the watch.
 */
export function watchMemory(processId: number, memoryMb: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let ended = false;
  const look = async () => {
    const pages = await readResidentPages(processId);
    if (ended) return;
    if (pages !== null && pages * PAGE_BYTES > memoryMb * 1024 * 1024) onExceeded();
    else timer = setTimeout(look, INTERVAL);
  };
  let timer = setTimeout(look, INTERVAL);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Second number of /proc/<pid>/statm (proc(5)); null when the process is gone. */
async function readResidentPages(processId: number): Promise<number | null> {
  try {
    return Number((await readFile(`/proc/${processId}/statm`, 'latin1')).split(' ')[1]);
  } catch {
    return null;
  }
}
