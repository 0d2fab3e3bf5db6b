import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { startHanasu } from './lib/hanasu.ts';
import { type Bound, checkBounds, printTable } from './lib/print-table.ts';

/**
 * Lighthouse on the production build, desktop and mobile: the median of five visits to each page, none of which finds
 * anything kept. `--only mobile`, `--only landing`: a part of it. Its packages, 156 MiB, come with this command.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const PORT = 3457;
const CHROME_PORT = 9447;
const VISITS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** `mobile`: the bound of performance there; of the other pages it is only printed. */
const PAGES = [
  { page: 'landing', path: '/', signedIn: false, mobile: 85 },
  { page: 'sign-in', path: '/Login', signedIn: false, mobile: 85 },
  { page: 'form', path: '/form/reservation', signedIn: false, mobile: 95 },
  { page: 'home', path: '/', signedIn: true, mobile: null },
  { page: 'bots', path: '/Bot', signedIn: true, mobile: null },
  { page: 'inbox', path: '/Message', signedIn: true, mobile: null },
] as const;
const DESKTOP = { performance: 95, accessibility: 100, 'best practices': 100 } as const;
const PRESETS = ['desktop', 'mobile'] as const;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = (...names: readonly string[]): boolean =>
  values.only === undefined || values.only.split(',').every((name) => names.includes(name));

if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
const hanasu = await startHanasu(PORT);
await fill();
const browser = await chromium.launchPersistentContext('', {
  executablePath: existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined,
  args: ['--no-sandbox', `--remote-debugging-port=${CHROME_PORT}`],
});
try {
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  for (const preset of PRESETS)
    for (const page of PAGES) if (isWanted(preset, page.page)) rows.push(await measure({ ...page, preset }));
  printTable('Lighthouse, median of 5', rows);
  checkBounds(
    rows.flatMap((row): Bound[] => {
      const of = `${row.page}, ${row.preset}`;
      const mobile = PAGES.find(({ page }) => page === row.page)?.mobile ?? null;
      if (row.preset === 'mobile')
        return mobile === null
          ? []
          : [{ what: `${of}: performance`, measured: row.performance, atLeast: mobile }];
      return (['performance', 'accessibility', 'best practices'] as const).map((what) => ({
        what: `${of}: ${what}`,
        measured: row[what],
        atLeast: DESKTOP[what],
      }));
    }),
  );
} finally {
  await browser.close();
  await hanasu.stop();
}

/** A live bot on a sandbox channel, an open form, and conversations for the inbox and the numbers of the home page. */
async function fill(): Promise<void> {
  const bot = await hanasu.post<{ uuid: string }>('/api/user/bot', {
    name: 'Front desk',
    serviceUuid: 'builtin-extractive',
  });
  const channel = await hanasu.post<{ uuid: string }>('/api/channel/sandbox', {
    kind: 'line',
    name: 'Shop',
    botUuid: bot.uuid,
  });
  const form = await hanasu.post<{ uuid: string }>('/api/form', { name: 'Visit', template: 'reservation' });
  await hanasu.patch(`/api/form/${form.uuid}`, { slug: 'reservation' });
  await hanasu.post(`/api/form/${form.uuid}/publish`, {});
  for (const friend of ['hanako', 'minh', 'alex'])
    await hanasu.post(`/api/channel/${channel.uuid}/simulator/${friend}`, {
      action: 'text',
      text: 'Are you open on Sunday?',
    });
}

type Preset = (typeof PRESETS)[number];
type Visited = (typeof PAGES)[number] & { readonly preset: Preset };

async function measure({ page, path, signedIn, preset }: Visited) {
  await browser.clearCookies();
  const value = hanasu.authorization.replace('Bearer ', '');
  if (signedIn) await browser.addCookies([{ name: 'jwt', value, url: hanasu.url }]);
  const visits = [];
  for (let visit = 0; visit < VISITS; visit += 1) visits.push(await look(hanasu.url + path, preset));
  const middle = visits.toSorted((one, other) => one.performance - other.performance)[VISITS >> 1];
  if (!middle) throw new Error('no visit');
  const { failed, ...scores } = middle;
  if (failed.length > 0) console.log(`${page}, ${preset}: below full marks: ${failed.join(', ')}`);
  return { page, preset, ...scores };
}

/** Every visit is a first one: nothing kept but the cookie. */
async function forget(): Promise<void> {
  const page = await browser.newPage();
  const devtools = await browser.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Storage.clearDataForOrigin', {
    origin: hanasu.url,
    storageTypes: 'service_workers,cache_storage,local_storage',
  });
  await page.close();
}

const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});
const run = promisify(execFile);

async function look(url: string, preset: Preset) {
  await forget();
  const { stdout } = await run(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, `--port=${CHROME_PORT}`],
      ...[`--only-categories=${CATEGORIES.join(',')}`, '--disable-storage-reset', '--quiet', '--output=json'],
      // Its default is a phone on a slow line.
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits } = Report.parse(JSON.parse(stdout));
  const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
  const failed = CATEGORIES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    'FCP ms': Math.round(audits['first-contentful-paint']?.numericValue ?? 0),
    'LCP ms': Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    'TBT ms': Math.round(audits['total-blocking-time']?.numericValue ?? 0),
    CLS: (audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3),
    'kB sent': Math.round((audits['total-byte-weight']?.numericValue ?? 0) / 1000),
    failed,
  };
}
