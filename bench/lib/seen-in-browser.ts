import { chromium } from '@playwright/test';

export interface SecondBrowser {
  /** Milliseconds since the epoch at which each probe (`probe-N`) stood on the page. */
  seen(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Runs in the page: the moment of each probe's first appearance. */
const WATCH = `
  window.seen = {};
  const look = () => {
    for (const [probe] of document.body.innerText.matchAll(/probe-\\d+/g))
      window.seen[probe] ??= performance.timeOrigin + performance.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

/** Chromium with the inbox open, that notes when texts appear in it. */
export async function openInbox(url: string, authorization: string): Promise<SecondBrowser> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'jwt', value: authorization.replace('Bearer ', ''), url }]);
  const page = await context.newPage();
  await page.goto(`${url}/Message`);
  await page.getByRole('heading').first().waitFor();
  await page.evaluate(WATCH);
  // Its socket joins after the page is there.
  await page.waitForTimeout(1_500);
  return {
    seen: () => page.evaluate<Record<string, number>>('window.seen'),
    close: () => browser.close(),
  };
}
