// The language of the cookie, else the browser's, else English; without this file all three are shown.
(() => {
  const known = ['en', 'ja', 'vi'];
  const cookie = /(?:^|; )user-locale=([a-z]{2})/.exec(document.cookie);
  const wanted = [cookie?.[1], ...navigator.languages.map((code) => code.slice(0, 2).toLowerCase())];
  const locale = wanted.find((code) => known.includes(code)) ?? 'en';
  document.documentElement.lang = locale;
  document.documentElement.dataset.locale = locale;
  document.addEventListener('click', (event) => {
    if (!event.target.closest('a')) return;
    event.preventDefault();
    // The address that was asked for, rather than home.
    location.reload();
  });
  window.addEventListener('online', () => location.reload());
  // The network may be there and the server not, and then no event says that it is back.
  const look = () =>
    fetch('/healthz', { cache: 'no-store' }).then((answer) => answer.ok && location.reload());
  setInterval(() => look().catch(() => undefined), 5000);
})();
