// Before the first paint: the saved colour mode, so that a dark page never flashes white.
// A file of its own because the content policy allows no inline script.
(() => {
  let mode = 'system';
  try {
    mode = localStorage.getItem('color-mode') || 'system';
  } catch {
    // Storage may be blocked; the system's mode is used.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// Before the first schema is made: the library would try whether it may compile code, which the content policy forbids
// and browsers then report.
globalThis.__zod_globalConfig = { jitless: true };
