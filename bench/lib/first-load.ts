import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { type BenchHanasu, startHanasu } from './hanasu.ts';
import { median } from './print-table.ts';

const PORT = 3459;
const VISITS = 3;
const BYTES_PER_SECOND = 200 * 1024;
const LATENCY_MS = 300;
const AFTER_MS = 6000;
const PAGES = [
  { page: '/Login', signedIn: false },
  { page: '/Bot', signedIn: true },
  { page: '/Message', signedIn: true },
  { page: '/Token', signedIn: true },
] as const;

export interface FirstLoad {
  readonly [column: string]: string | number;
  readonly page: string;
  readonly 'JS kB gzip': number;
  readonly 'JS kB sent': number;
  readonly 'JS kB later': number;
  readonly 'first paint ms': number;
  readonly 'rows ms': number;
}

/** Each page, visited with an empty cache over a slow line; the middle of several visits. */
export async function firstLoads(dist: string): Promise<FirstLoad[]> {
  const hanasu = await startHanasu(PORT);
  const browser = await chromium.launch({
    ...(existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}),
    args: ['--no-sandbox'],
  });
  try {
    await fill(hanasu);
    const loads: FirstLoad[] = [];
    for (const { page, signedIn } of PAGES) {
      const visits: Visit[] = [];
      for (let visit = 0; visit < VISITS; visit += 1)
        visits.push(await visitOnce(browser, { hanasu, page, signedIn, dist }));
      const middle = (column: Exclude<keyof Visit, 'page'>) => median(visits.map((each) => each[column]));
      loads.push({
        page,
        'JS kB gzip': middle('gzip') / 1000,
        'JS kB sent': middle('sent') / 1000,
        'JS kB later': middle('later') / 1000,
        'first paint ms': Math.round(middle('paint')),
        'rows ms': Math.round(middle('rows')),
      });
    }
    return loads;
  } finally {
    await browser.close();
    await hanasu.stop();
  }
}

/** A live bot on a sandbox channel, and conversations for the inbox. */
async function fill(hanasu: BenchHanasu): Promise<void> {
  const bot = await hanasu.post<{ uuid: string }>('/api/user/bot', {
    name: 'Front desk',
    serviceUuid: 'builtin-extractive',
  });
  const channel = await hanasu.post<{ uuid: string }>('/api/channel/sandbox', {
    kind: 'line',
    name: 'Shop',
    botUuid: bot.uuid,
  });
  for (const friend of ['hanako', 'minh', 'alex'])
    await hanasu.post(`/api/channel/${channel.uuid}/simulator/${friend}`, {
      action: 'text',
      text: 'Are you open on Sunday?',
    });
}

interface Visit {
  readonly page: string;
  /** Bytes of the scripts that came before the rows: packed with gzip, and as they were sent. */
  readonly gzip: number;
  readonly sent: number;
  /** Packed with gzip, what came after the rows. */
  readonly later: number;
  readonly paint: number;
  readonly rows: number;
}

interface To {
  readonly hanasu: BenchHanasu;
  readonly page: string;
  readonly signedIn: boolean;
  readonly dist: string;
}

async function visitOnce(browser: Browser, { hanasu, page: path, signedIn, dist }: To): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'ja-JP',
    serviceWorkers: 'block',
  });
  const value = hanasu.authorization.replace('Bearer ', '');
  if (signedIn) await context.addCookies([{ name: 'jwt', value, url: hanasu.url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const scripts = await listenForScripts(devtools);
  await page.goto(hanasu.url + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-rows').length > 0, null, {
    timeout: 60_000,
    polling: 50,
  });
  const atRows = new Map(scripts);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    rows: performance.getEntriesByName('first-rows')[0]?.startTime ?? Number.NaN,
  }));
  await page.waitForTimeout(AFTER_MS);
  await context.close();
  const packed = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(`${dist}${name}`)).length, 0);
  const laterOnes = [...scripts.keys()].filter((name) => !atRows.has(name));
  const sent = [...atRows.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { page: path, gzip: packed(atRows.keys()), sent, later: packed(laterOnes), ...times };
}

/** Paths of the script files that have arrived, with the bytes that were sent for each. */
async function listenForScripts(devtools: CDPSession): Promise<Map<string, number>> {
  const scripts = new Map<string, number>();
  const asked = new Map<string, string>();
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('.js')) asked.set(requestId, pathname);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = asked.get(requestId);
    if (name) scripts.set(name, encodedDataLength);
  });
  return scripts;
}
