import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { createKnowledge } from '../apps/server/src/features/knowledge/bases/bases.ts';
import { readDocument } from '../apps/server/src/features/knowledge/documents/documents.ts';
import { createDocument } from '../apps/server/src/features/knowledge/documents/store-source.ts';
import { type KnowledgeBench, openKnowledgeBench } from './lib/knowledge-bench.ts';
import { formatSamples, largeSheet, longPdf, measureFormat, readInChild } from './lib/measure-formats.ts';
import { mixedLines, mixedMarkdown } from './lib/mixed-text.ts';
import { checkBounds, printTable } from './lib/print-table.ts';

const MEGABYTE = 1024 * 1024;
const PAGES = 100;
const LINES_PER_PAGE = 40;
/** Seconds from upload to searchable. */
const WANTED_SECONDS = new Map([
  ['1 MB of markdown', 3],
  [`PDF of ${PAGES} pages`, 10],
]);

const uploads = [
  // The first reading of a server starts its threads; shown, not hidden.
  { name: 'first small text', fileName: 'first.md', bytes: Buffer.from(mixedMarkdown(5000, 1)) },
  { name: 'small text', fileName: 'small.md', bytes: Buffer.from(mixedMarkdown(5000, 2)) },
  {
    name: '1 MB of markdown',
    fileName: 'large.md',
    bytes: Buffer.from(mixedMarkdown(MEGABYTE)),
  },
  { name: `PDF of ${PAGES} pages`, fileName: 'book.pdf', bytes: book() },
  {
    name: '10 MB of markdown',
    fileName: 'huge.md',
    bytes: Buffer.from(mixedMarkdown(10 * MEGABYTE)),
  },
] as const;

await measureFormats();
await measureMemory();

const bench = await openKnowledgeBench();
try {
  const rows = [];
  for (const upload of uploads) rows.push(await measureUpload(bench, upload));
  printTable('From upload to searchable', rows);
  checkBounds(
    rows.flatMap(({ upload, seconds }) => {
      const atMost = WANTED_SECONDS.get(upload);
      return atMost === undefined ? [] : [{ what: `${upload}, seconds`, measured: Number(seconds), atMost }];
    }),
  );
} finally {
  await bench.close();
}

/** Every format alone, without the database. */
async function measureFormats(): Promise<void> {
  const rows = [];
  for (const sample of formatSamples()) rows.push(await measureFormat(sample));
  printTable('Reading each format', rows);
}

/** Memory of the reading process while a long file is read: flat when it keeps only the text. */
async function measureMemory(): Promise<void> {
  const rows = [];
  for (const [name, fileName, bytes] of [
    ['PDF of 250 pages', 'a.pdf', longPdf(250)],
    ['PDF of 2,000 pages', 'a.pdf', longPdf(2000)],
    ['sheet of 12,500 rows', 'a.xlsx', largeSheet(12_500)],
    ['sheet of 100,000 rows', 'a.xlsx', largeSheet(100_000)],
  ] as const) {
    const { seconds, peak, at, outcome } = await readInChild(fileName, bytes);
    const shares = [...at].map(([share, resident]) => [`RSS MB at ${share * 100} %`, Math.round(resident)]);
    rows.push({
      file: name,
      KB: Math.round(bytes.byteLength / 1024),
      outcome,
      seconds: seconds.toFixed(1),
      ...Object.fromEntries(shares),
      'peak RSS MB': Math.round(peak),
    });
  }
  printTable('Memory while a long file is read', rows);
}

function book(): Uint8Array {
  const pages = Array.from({ length: PAGES }, (_, page) => mixedLines(LINES_PER_PAGE, page));
  return buildPdf({ pages, title: 'Book' });
}

async function measureUpload(
  { feature, accountId, search }: KnowledgeBench,
  upload: (typeof uploads)[number],
) {
  const { uuid: knowledgeId } = await createKnowledge(feature, accountId, { name: 'bench' });
  const { name, fileName, bytes } = upload;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  const { uuid } = await createDocument(
    feature,
    { accountId, knowledgeId },
    { title: name, fileName, bytes },
  );
  const read = () => readDocument(feature, { accountId, knowledgeId, documentId: uuid });
  let document = await read();
  for (; document.status !== 'ready' && document.status !== 'failed'; document = await read())
    await setTimeout(10);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  const found = await search(knowledgeId, 'bababa không được 返品', 5);
  return {
    upload: name,
    KB: Math.round(bytes.byteLength / 1024),
    outcome: document.failure ?? document.status,
    chunks: document.embeddings,
    found: found.length,
    seconds: seconds.toFixed(2),
    'longest pause ms': delay.max / 1e6,
  };
}
