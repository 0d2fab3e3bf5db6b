type Answer = { progress: number } | { sha256: string } | { isGone: true };

/** SHA-256 of a file in hexadecimal; null when it can't be read any more. Rejects when aborted. */
export function hashFile(file: File, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = () => resolve(null);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ('sha256' in data) resolve(data.sha256);
      else if ('isGone' in data) resolve(null);
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
