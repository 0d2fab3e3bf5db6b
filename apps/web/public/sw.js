// Shows a page of its own when the network is gone. Nothing else is kept: what the application shows comes from the
// server, and its hashed files are kept by the browser anyway.
const BUILD = new URL(self.location.href).searchParams.get('build') ?? 'none';
const PREFIX = 'hanasu-';
const CACHE = `${PREFIX}${BUILD}`;
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.css', '/offline.js', '/color-mode.js', '/logo.svg'];
/** Answered by the server, never a page of the application. */
const SERVER = ['/api/', '/v1/', '/hooks/', '/socket.io/', '/dev/'];

self.addEventListener('install', (event) => {
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const orElse = (request, path) =>
  fetch(request).catch(async (error) => {
    const kept = await caches.match(path, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  });

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (SERVER.some((path) => pathname.startsWith(path))) return;
  if (request.mode === 'navigate') event.respondWith(orElse(request, PAGE));
  else if (FILES.includes(pathname)) event.respondWith(orElse(request, pathname));
});
