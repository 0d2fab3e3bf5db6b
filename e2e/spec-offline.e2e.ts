import type { Page } from '@playwright/test';
import { openBreakableLine } from './support/breakable-line.ts';
import { violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

/** The worker is in charge of the page, so that the next visit goes through it. */
/** `ready` comes while the worker may still be activating, when a newer one can't take over yet. */
const inCharge = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(({ active }) => new Promise((resolve) => {
    const look = () => active.state === 'activated' && resolve();
    active.addEventListener('statechange', look);
    look();
  }))`);

test('the application can be installed', async ({ page, request }) => {
  await page.goto('/Login');
  const link = page.locator('link[rel=manifest]');
  const answer = await request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: 'Hanasu',
    short_name: 'Hanasu',
    start_url: '/',
    display: 'standalone',
    theme_color: expect.stringMatching(/^#/),
    background_color: expect.stringMatching(/^#/),
  });
  const sizes: string[] = [];
  for (const { src, sizes: size, purpose } of manifest.icons) {
    const icon = await request.get(src);
    const png = await icon.body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(size);
    sizes.push(`${purpose} ${size}`);
  }
  expect(sizes).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512']);
});

for (const [locale, words] of [
  ['en', 'No connection'],
  ['ja', '接続できません'],
  ['vi', 'Không có kết nối'],
] as const) {
  test(`without a network there is a page that says so (${locale})`, async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expectSome(/Failed to load resource|ERR_/);
    await context.addInitScript(`if (origin !== 'null') localStorage.setItem('user-locale', '${locale}')`);
    const line = await openBreakableLine(serverUrl());
    await page.goto(`${line.url}/Login`);
    await inCharge(page);
    await page.waitForLoadState('networkidle');
    line.cut();
    await page.goto(`${line.url}/Bot?q=x`);
    await expect(page.locator('section:visible h1')).toHaveText(words);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    expect(await violations(page)).toEqual([]);
    line.mend();
    await expect(page).toHaveURL(/returnTo=%2FBot%3Fq%3Dx/);
    await page.close();
    line.close();
  });
}

test('what the server answers is never kept, and a new build throws the old one’s away', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/Login');
  await inCharge(page);
  // A new service worker becomes active when the one before it has no request left to answer.
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    "caches.open('hanasu-of-an-older-build').then((cache) => cache.put('/x', new Response('x')))",
  );
  await page.evaluate("navigator.serviceWorker.register('/sw.js?build=newer')");
  const kept = () =>
    page.evaluate<string[]>(
      `(async () => {
        const all = [];
        for (const name of await caches.keys()) {
          for (const request of await (await caches.open(name)).keys()) {
            all.push(name + ' ' + new URL(request.url).pathname);
          }
        }
        return all.sort();
      })()`,
    );
  await expect
    .poll(kept)
    .toEqual(
      ['/color-mode.js', '/logo.svg', '/offline.css', '/offline.html', '/offline.js'].map(
        (path) => `hanasu-newer ${path}`,
      ),
    );
  await context.setOffline(true);
  const failing = await page.goto('/api/system').catch((error: Error) => error.message);
  expect(failing).toContain('ERR_INTERNET_DISCONNECTED');
});
