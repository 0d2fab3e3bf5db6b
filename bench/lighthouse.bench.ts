import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { openBenchDatabase } from './lib/bench-database.ts';
import { startHanasu } from './lib/hanasu.ts';
import { type Bound, checkBounds, printTable } from './lib/print-table.ts';

/**
 * Lighthouse on the production build, desktop and mobile: the median of five visits to each page, none of which finds
 * anything kept. `--only mobile`, `--only post`, `--only mobile,post`: a part of it. Its packages, 156 MiB, come with this command.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const PORT = 3457;
const CHROME_PORT = 9447;
const VISITS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Bounds = Readonly<Partial<Record<'performance' | 'accessibility' | 'best practices' | 'SEO', number>>>;
interface BenchPage {
  readonly page: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** Bounds there; what has none is only printed. */
  readonly mobile: Bounds;
  /** Beside those of all pages. */
  readonly desktop?: Bounds;
}
const PAGES: readonly BenchPage[] = [
  { page: 'landing', path: '/', signedIn: false, mobile: { performance: 85 } },
  { page: 'sign-in', path: '/Login', signedIn: false, mobile: { performance: 85 } },
  { page: 'form', path: '/form/reservation', signedIn: false, mobile: { performance: 95 } },
  {
    ...{ page: 'post', path: '/p/shop/spring-menu', signedIn: false },
    mobile: { performance: 95, accessibility: 95, 'best practices': 95, SEO: 95 },
    desktop: { SEO: 95 },
  },
  { page: 'home', path: '/', signedIn: true, mobile: {} },
  { page: 'bots', path: '/Bot', signedIn: true, mobile: {} },
  { page: 'inbox', path: '/Message', signedIn: true, mobile: {} },
];
const DESKTOP: Bounds = { performance: 95, accessibility: 100, 'best practices': 100 };
const PRESETS = ['desktop', 'mobile'] as const;

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

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = (...names: readonly string[]): boolean =>
  values.only === undefined || values.only.split(',').every((name) => names.includes(name));

if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
const bench = await openBenchDatabase();
const hanasu = await startHanasu(PORT, { DATABASE_URL: bench.url, PUBLIC_URL: `http://127.0.0.1:${PORT}` });
await fill();
await publishPost();
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
      const { mobile = {}, desktop } = PAGES.find(({ page }) => page === row.page) ?? {};
      const bounds = row.preset === 'mobile' ? mobile : { ...DESKTOP, ...desktop };
      return (['performance', 'accessibility', 'best practices', 'SEO'] as const).flatMap((what) => {
        const atLeast = bounds[what];
        return atLeast === undefined
          ? []
          : { what: `${row.page}, ${row.preset}: ${what}`, measured: row[what], atLeast };
      });
    }),
  );
} finally {
  await browser.close();
  await hanasu.stop();
  await bench.close();
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

/** An article of several screens with a cover, a picture, a table and headings, on the page of an account with a list. */
async function publishPost(): Promise<void> {
  // Only who has confirmed their address publishes.
  await bench.database.system((transaction) =>
    transaction.run(
      `update users set email_verified_at = now(), email_proof = 'mail', email_key = email where email = 'bench@example.com'`,
    ),
  );
  const [cover, picture] = [await upload('#0f766e', 1_600), await upload('#b45309', 1_200)];
  await hanasu.patch('/api/posts/site', {
    slug: 'shop',
    title: 'Camellia Tea',
    description: 'News of the shop',
  });
  const rows = ['Sencha', 'Gyokuro', 'Hojicha', 'Genmaicha'].map(
    (tea, index) => `<tr><td>${tea}</td><td>${500 + index * 120}</td></tr>`,
  );
  const words = 'The first harvest of the year is here, and this is what we make of it. '.repeat(6);
  const content = [
    `<p>${words}</p><h2>What is new</h2><p>${words}</p><ul><li>Two new teas</li><li>Cold brew from May</li></ul>`,
    `<figure><img data-media="${picture}" alt="Leaves in a cup"><figcaption>The first leaves</figcaption></figure>`,
    `<h2>Prices</h2><table><thead><tr><th>Tea</th><th>Yen</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    `<h3>For groups</h3><p>${words}</p><blockquote><p>Best on a quiet morning.</p></blockquote>`,
    '<aside data-callout="tip"><p>Reserve a table before the weekend.</p></aside>',
    '<p><a data-button href="/form/reservation">Reserve</a></p>',
  ].join('');
  const post = await hanasu.post<{ uuid: string; revision: number }>('/api/post', {
    ...{ title: 'Our spring menu', slug: 'spring-menu', language: 'en', tags: ['Menu'], content },
    ...{ description: 'New teas and what they cost.', coverUuid: cover, coverAlt: 'Tea fields in spring' },
  });
  await hanasu.post(`/api/post/${post.uuid}/publish`, { revision: post.revision });
}

async function upload(background: string, width: number): Promise<string> {
  const height = Math.round(width / 2);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background, noise } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bytes)], 'tea.jpg'));
  const headers = { authorization: hanasu.authorization };
  const answer = await fetch(`${hanasu.url}/api/user/media`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the picture was refused: ${await answer.text()}`);
  return z.object({ uuid: z.string() }).parse(await answer.json()).uuid;
}

type Preset = (typeof PRESETS)[number];
type Visited = BenchPage & { readonly preset: Preset };

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

async function look(url: string, preset: Preset) {
  await forget();
  const { stdout } = await run(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, `--port=${CHROME_PORT}`],
      ...[`--only-categories=${CATEGORIES.join(',')}`, '--disable-storage-reset', '--quiet', '--output=json'],
      // It asks for /robots.txt under the policy of the page; pages of posts let nothing connect.
      '--skip-audits=robots-txt',
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
    SEO: score('seo'),
    'FCP ms': Math.round(audits['first-contentful-paint']?.numericValue ?? 0),
    'LCP ms': Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    'TBT ms': Math.round(audits['total-blocking-time']?.numericValue ?? 0),
    CLS: (audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3),
    'kB sent': Math.round((audits['total-byte-weight']?.numericValue ?? 0) / 1000),
    failed,
  };
}
