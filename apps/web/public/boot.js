// Before the first paint: which frame the page will have, so that its outline stands until the application draws it.
// And before the application asks for them: the parts and the words of this page, and what it asks the server first.
// The build writes this into the page.
(() => {
  const { pathname } = location;
  const token = /(?:^|; )jwt=([^;]+)/.exec(document.cookie)?.[1];
  const isSignedIn = token !== undefined;
  const isSigningIn =
    /^\/(?:Login|Register|Forgot-Password|Reset-Password|Confirm-Email|Join)$|^\/api\/auth\//.test(pathname);
  const isOpen = /^\/(?:ExploreBot|Share|Terms|Privacy)(?:\/|$)|^\/$/.test(pathname);
  const fillsWindow = /^\/(?:Message$|Channel\/conversation\/|Bot\/|Bot-Group\/)/.test(pathname);
  const leadsToLogin = !isSignedIn && !isOpen && !isSigningIn;
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
  const shown = leadsToLogin ? '/Login' : pathname;
  // Whose first words stand in the outline, which the application then draws at the same place.
  if (page.dataset.frame !== 'app') page.dataset.shown = shown;
  const known = (code) => ['en', 'ja', 'vi'].find((one) => one === code.toLowerCase().split(/[-_]/)[0]);
  locale = locale ? (known(locale) ?? 'en') : (navigator.languages.map(known).find(Boolean) ?? 'en');
  page.lang = locale;

  const parts = globalThis.hanasuParts;
  if (!parts) return;
  const isRoute = (route) =>
    new RegExp(`^${route.replace(/[.]/g, '[.]').replace(/\$\w+/g, '[^/]+')}/?$`).test(shown);
  const route = parts.routes.find(({ path }) => isRoute(path));
  const frame = page.dataset.frame === 'login' ? '/_login' : route?.layout;
  const layout = parts.layouts.find(({ path }) => path === frame);
  const words = ['start', ...(route?.words ?? [])].map((part) => parts.words[`${part}-${locale}`]);
  // A search narrows what a page shows, so it asks for something else then. Before the files: answers take the longest.
  if (page.dataset.frame === 'app') {
    const authorization = `Bearer ${decodeURIComponent(token)}`;
    const asked = [...(layout?.calls ?? []), ...((location.search === '' && route?.calls) || [])];
    const begin = (path) => {
      const answer = fetch(path, { headers: { Accept: 'application/json', Authorization: authorization } });
      // Whoever takes it over hears of what went wrong; nobody has to.
      answer.catch(() => undefined);
      return answer;
    };
    globalThis.hanasuBegun = { authorization, calls: new Map(asked.map((path) => [path, begin(path)])) };
  }

  const shownTo = isSignedIn ? 'app' : 'guest';
  const numbers = [layout, route].flatMap((one) => (one ? [...one.files, ...one[shownTo]] : []));
  const files = numbers.map((number) => parts.files[number]);
  for (const name of new Set([...files, ...words])) {
    if (!name) continue;
    const link = document.createElement('link');
    const isStyle = name.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.href = `/assets/${name}`;
    link.crossOrigin = '';
    // The first paint needs none of them.
    link.fetchPriority = 'low';
    document.head.append(link);
  }
})();
