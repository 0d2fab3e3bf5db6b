import { readFileSync } from 'node:fs';
import { extract } from '@hanasu/retrieval/extract/extract';
import type { ChildMessage, ChildRequest } from '@hanasu/retrieval/extract/messages';
import { startChild } from '@hanasu/retrieval/extract/start-child';
import { ZipArchive } from '@hanasu/retrieval/extract/zip/archive';
import { extractText } from 'unpdf';
import type { FormatSample } from './format-samples.ts';

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

export interface ChildReading {
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
      } else outcome = message.answer.kind;
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
