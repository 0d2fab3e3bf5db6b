import { readFileSync } from 'node:fs';
import { extract } from '@hanasu/retrieval/extract/extract';
import type { ChildMessage, ChildRequest } from '@hanasu/retrieval/extract/messages';
import { startChild } from '@hanasu/retrieval/extract/start-child';
import {
  buildDocx,
  buildPptx,
  buildXlsx,
  docxParagraph,
  docxTable,
  escapeXml,
  slideShape,
  xlsxRows,
} from '@hanasu/retrieval/extract/testing/office-builder';
import {
  buildEpub,
  buildOds,
  buildOdt,
  odsTable,
} from '@hanasu/retrieval/extract/testing/open-document-builder';
import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { ZipArchive } from '@hanasu/retrieval/extract/zip/archive';
import { extractText } from 'unpdf';
import { mixedLines } from './mixed-text.ts';

const MEGABYTE = 1024 * 1024;
const RUNS = 5;
const LIMITS = { textCharacters: 100_000_000 };
const CHILD_LIMITS = { milliseconds: 300_000, memoryMb: 512 };

/** Megabytes of text a second, beside the least that anybody must do with the same bytes. */
export async function measureFormat({ fileName, bytes }: FormatSample) {
  const unpacked = (await bound(fileName, bytes)) / MEGABYTE;
  let characters = 0;
  const ours = await median(async () => {
    const outcome = await extract({ fileName, bytes: Uint8Array.from(bytes) }, LIMITS);
    if (outcome.kind !== 'ok') throw new Error(`${fileName}: ${outcome.reason}`);
    characters = Buffer.byteLength(outcome.document.text);
  });
  const least = await median(() => bound(fileName, bytes));
  const child = await readInChild(fileName, bytes);
  return {
    file: fileName,
    KB: Math.round(bytes.byteLength / 1024),
    'unpacked MB': unpacked,
    'text MB/s': characters / MEGABYTE / ours,
    'unpacked MB/s': unpacked / ours,
    bound: boundName(fileName),
    'bound MB/s': unpacked / least,
    'times bound': ours / least,
    'in a child s': child.seconds.toFixed(2),
    'peak RSS MB': Math.round(child.peak),
  };
}

const boundName = (fileName: string): string =>
  fileName.endsWith('.pdf') ? 'unpdf text' : isArchive(fileName) ? 'inflate, decode' : 'decode';
const isArchive = (fileName: string): boolean => /\.(?:docx|odt|epub|pptx|xlsx|ods)$/.test(fileName);

/** Unpacks and decodes, or for PDF lets the library read the bare text; gives the bytes that were unpacked. */
async function bound(fileName: string, bytes: Uint8Array): Promise<number> {
  if (fileName.endsWith('.pdf')) {
    await extractText(Uint8Array.from(bytes));
    return bytes.byteLength;
  }
  if (!isArchive(fileName)) return Buffer.byteLength(new TextDecoder().decode(bytes));
  const archive = new ZipArchive(bytes);
  let length = 0;
  for (const name of archive.names()) {
    const decoder = new TextDecoder();
    for await (const piece of archive.read(name))
      length += decoder.decode(piece, { stream: true }).length > 0 ? piece.length : 0;
  }
  return length;
}

/** Seconds, the middle one of several runs. */
async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < RUNS; index++) {
    const started = performance.now();
    await run();
    times.push((performance.now() - started) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

interface ChildReading {
  readonly seconds: number;
  /** Megabytes of physical memory. */
  readonly peak: number;
  /** When this share of the file was read. */
  readonly at: ReadonlyMap<number, number>;
  readonly outcome: string;
}

const QUARTERS = [0.05, 0.25, 0.5, 0.75, 1];

/** Reads a file in the process that readings use, watching its memory. Linux only. */
export async function readInChild(fileName: string, bytes: Uint8Array): Promise<ChildReading> {
  const started = performance.now();
  const child = await startChild(CHILD_LIMITS);
  const at = new Map<number, number>();
  let peak = 0;
  let outcome = '';
  const look = (): number => {
    const resident = residentMb(child.pid ?? 0);
    peak = Math.max(peak, resident);
    return resident;
  };
  const timer = setInterval(look, 10);
  const request: ChildRequest = { task: 'extract', source: { bytes }, ask: { fileName, options: LIMITS } };
  return new Promise((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'progress') {
        for (const share of QUARTERS) if (message.fraction >= share && !at.has(share)) at.set(share, look());
      } else if (message.kind === 'done') outcome = message.answer.kind;
    });
    child.once('close', () => {
      clearInterval(timer);
      resolve({ seconds: (performance.now() - started) / 1000, peak, at, outcome });
    });
    child.send(request);
  });
}

function residentMb(processId: number): number {
  try {
    return (Number(readFileSync(`/proc/${processId}/statm`, 'latin1').split(' ')[1]) * 4096) / MEGABYTE;
  } catch {
    // The process has ended.
    return 0;
  }
}

interface FormatSample {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const CHAPTERS = 60;
const PARAGRAPHS = 12;
const SHEET_ROWS = 20_000;
const SLIDES = 40;

interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly table: readonly (readonly string[])[];
}

const chapters: readonly Chapter[] = Array.from({ length: CHAPTERS }, (_, index) => {
  const lines = mixedLines(PARAGRAPHS * 4 + 1, index);
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) =>
    lines.slice(at * 4 + 1, at * 4 + 5).join(' '),
  );
  const table = Array.from({ length: 8 }, (_, row) => [`Item ${row}`, `${row * 1000}円`, lines[row] ?? '']);
  return { title: `${index + 1} ${(lines[0] ?? '').slice(0, 30)}`, paragraphs, table };
});

const sheetRow = (index: number): (string | number)[] => [
  `SKU-${index}`,
  mixedLines(1, index)[0]?.slice(0, 24) ?? '',
  index * 7,
  `${(index % 97) * 100}円`,
  index % 2 === 0 ? '在庫あり' : 'hết hàng',
  `Note ${index}`,
];
const sheetRows = (count: number): (string | number)[][] => [
  ['Code', 'Name', 'Count', 'Price', 'State', 'Note'],
  ...Array.from({ length: count }, (_, index) => sheetRow(index)),
];

/** A workbook of so many rows. */
export const largeSheet = (rows: number): Uint8Array =>
  buildXlsx({ sheets: [{ name: 'Stock', xml: xlsxRows(sheetRows(rows)) }] });

/** A PDF of so many pages. */
export const longPdf = (pages: number): Uint8Array =>
  buildPdf({ pages: Array.from({ length: pages }, (_, page) => mixedLines(40, page)) });

const html = ({ title, paragraphs, table }: Chapter): string =>
  `<h1>${escapeXml(title)}</h1>${paragraphs.map((text) => `<p>${escapeXml(text)}</p>`).join('')}<table>${table.map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
const markdown = ({ title, paragraphs, table }: Chapter): string =>
  `# ${title}\n\n${paragraphs.join('\n\n')}\n\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
const word = ({ title, paragraphs, table }: Chapter): string =>
  docxParagraph(title, '1') + paragraphs.map((text) => docxParagraph(text)).join('') + docxTable(table);
const open = ({ title, paragraphs, table }: Chapter): string =>
  `<text:h text:outline-level="1">${escapeXml(title)}</text:h>${paragraphs.map((text) => `<text:p>${escapeXml(text)}</text:p>`).join('')}${odsTable('t', table)}`;

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** One file of each format: a book of 60 chapters, a table of 20,000 rows, or 40 slides. */
export function formatSamples(): FormatSample[] {
  const rows = sheetRows(SHEET_ROWS).map((row) => row.map(String));
  const slides = chapters.slice(0, SLIDES).map(({ title, paragraphs, table }) => ({
    shapes:
      slideShape('title', [title]) +
      slideShape('body', paragraphs.slice(0, 6)) +
      slideShape('', [table.flat().join(' ')]),
    notes: paragraphs[6] ?? '',
  }));
  return [
    { fileName: 'book.md', bytes: utf8(chapters.map(markdown).join('\n')) },
    {
      fileName: 'book.html',
      bytes: utf8(`<!DOCTYPE html><html><body>${chapters.map(html).join('')}</body></html>`),
    },
    { fileName: 'book.docx', bytes: buildDocx({ body: chapters.map(word).join('') }) },
    { fileName: 'book.odt', bytes: buildOdt({ body: chapters.map(open).join('') }) },
    { fileName: 'book.epub', bytes: buildEpub(chapters.map((chapter) => ({ html: html(chapter) }))) },
    { fileName: 'book.pdf', bytes: longPdf(CHAPTERS * 2) },
    { fileName: 'slides.pptx', bytes: buildPptx(slides) },
    { fileName: 'table.xlsx', bytes: largeSheet(SHEET_ROWS) },
    { fileName: 'table.ods', bytes: buildOds({ body: odsTable('Stock', rows) }) },
    {
      fileName: 'table.csv',
      bytes: utf8(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')),
    },
    {
      fileName: 'table.json',
      bytes: utf8(JSON.stringify(rows.slice(1).map(([code, name, count]) => ({ code, name, count })))),
    },
  ];
}
