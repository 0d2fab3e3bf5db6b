// Before the first paint: which frame the page will have, so that its outline stands until the application draws it.
// And before the application asks for them: the parts and the words of this page. The build writes this into the page.
(() => {
  const { pathname } = location;
  const isSignedIn = /(?:^|; )jwt=[^;]/.test(document.cookie);
  const isSigningIn =
    /^\/(?:Login|Register|Forgot-Password|Reset-Password|Confirm-Email|Join)$|^\/api\/auth\//.test(pathname);
  const isOpen = /^\/(?:ExploreBot|Share|Terms|Privacy)(?:\/|$)|^\/$/.test(pathname);
  const fillsWindow = /^\/(?:Message$|Channel\/conversation\/|Bot\/|Bot-Group\/)/.test(pathname);
  const leadsToLogin = !isSignedIn && !isOpen;
  let isNarrow = fillsWindow;
  let locale = '';
  try {
    isNarrow ||= localStorage.getItem('sidebar-collapsed') === 'true';
    locale = localStorage.getItem('user-locale') ?? '';
  } catch {
    // Storage may be blocked; the application then starts with what the browser prefers.
  }
  const { documentElement: page } = document;
  page.dataset.frame = isSigningIn || leadsToLogin ? 'login' : isSignedIn ? 'app' : 'public';
  if (isNarrow) page.dataset.narrow = '';

  const parts = globalThis.hanasuParts;
  if (!parts) return;
  const known = (code) => ['en', 'ja', 'vi'].find((one) => one === code.toLowerCase().split(/[-_]/)[0]);
  locale = locale ? (known(locale) ?? 'en') : (navigator.languages.map(known).find(Boolean) ?? 'en');
  const shown = leadsToLogin ? '/Login' : pathname;
  const isRoute = (route) =>
    new RegExp(`^${route.replace(/[.]/g, '[.]').replace(/\$\w+/g, '[^/]+')}/?$`).test(shown);
  const route = parts.routes.find(({ path }) => isRoute(path));
  const frame = page.dataset.frame === 'login' ? '/_login' : route?.layout;
  const layout = parts.layouts.find(({ path }) => path === frame);
  const words = ['start', ...(route?.words ?? [])].map((part) => parts.words[`${part}-${locale}`]);
  for (const file of new Set([...(layout?.files ?? []), ...(route?.files ?? []), ...words])) {
    const name = typeof file === 'number' ? parts.files[file] : file;
    if (!name) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/assets/${name}`;
    link.crossOrigin = '';
    document.head.append(link);
  }
})();
