import { log } from './log.ts';

/** After everything else; `build` is another with every build, so that the browser then installs the worker anew. */
export function registerServiceWorker(build: string): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register(`/sw.js?build=${encodeURIComponent(build)}`)
      .catch((error: unknown) => log('Service worker could not be registered:', error));
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
