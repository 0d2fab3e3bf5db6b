const LONGEST_WAIT_MS = 5000;

/** How long a recording or video is, as this browser reads it; null: it is neither, or can't be read. */
export function soundLength(file: File): Promise<number | null> {
  const family = file.type.split('/')[0];
  if (family !== 'audio' && family !== 'video') return Promise.resolve(null);
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const player = document.createElement(family);
    const end = (length: number | null) => {
      clearTimeout(timer);
      URL.revokeObjectURL(url);
      resolve(length);
    };
    const timer = setTimeout(() => end(null), LONGEST_WAIT_MS);
    player.preload = 'metadata';
    player.onloadedmetadata = () =>
      end(Number.isFinite(player.duration) ? Math.round(player.duration * 1000) : null);
    player.onerror = () => end(null);
    player.src = url;
  });
}
