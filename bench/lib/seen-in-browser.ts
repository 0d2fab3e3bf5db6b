import { chromium } from '@playwright/test';

export interface SecondBrowser {
  /** Milliseconds since the epoch at which each probe (`probe-N`) stood on the page. */
  seen(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * Runs in the page: the moment at which each probe is first found in it. After a change it looks once, in the next
 * frame, at the text of the nodes; \`innerText\` or a look after each change would lay the page out again and again
 * and measure that. So the time is never earlier than the moment the row is in the document, and up to a frame later.
 * A probe counts when its row was there at any time: with fifty new conversations a second a row is soon pushed out of
 * the window of the list that is drawn (some twenty rows), but a page that draws a few times a second shows each.
 */
const WATCH = `
  window.seen = {};
  // The list comes and goes in it; no conversation is open, so a probe stands nowhere else.
  const region = document.querySelector('main');
  let isDue = false;
  const look = () => {
    isDue = false;
    const at = performance.timeOrigin + performance.now();
    // By node: written together, the number of a probe and the number of unread messages behind it would be one.
    const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (/^probe-\\d+$/.test(texts.currentNode.data)) window.seen[texts.currentNode.data] ??= at;
  };
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(look);
  }).observe(region, { subtree: true, childList: true, characterData: true });
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
