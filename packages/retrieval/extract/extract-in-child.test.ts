import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractInChild } from './extract-in-child.ts';
import { assemblePdf, buildPdf, streamObject } from './testing/pdf-builder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'));
});
afterAll(() => rm(folder, { recursive: true }));

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A page whose content stream unpacks to `megabytes` of text operators. */
function hugeStream(megabytes: number): Uint8Array {
  const line = 'BT /F1 9 Tf 10 10 Td (unpacked) Tj ET\n';
  return assemblePdf([
    { value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { value: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
    {
      value:
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    },
    streamObject(Buffer.alloc(megabytes * 1024 * 1024, line)),
    { value: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
  ]);
}

/** Processes started by this one; none may be left when a reading is over. */
async function countChildren(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')));
  return lists.join(' ').split(/\s+/).filter(Boolean).length;
}

describe('extractInChild', () => {
  it('reads bytes and files, and tells progress', async () => {
    const bytes = buildPdf({ pages: [['一ページ目です。'], ['二ページ目です。']], title: '見本' });
    const path = join(folder, 'sample.pdf');
    await writeFile(path, bytes);
    const seen: number[] = [];
    const fromBytes = await extractInChild({
      fileName: 'a.pdf',
      bytes,
      onProgress: (done) => seen.push(done),
    });
    const fromFile = await extractInChild({ fileName: 'a.pdf', filePath: path });
    expect(fromBytes).toMatchObject({
      kind: 'ok',
      document: { title: '見本', pages: [{ number: 1 }, { number: 2 }] },
    });
    expect(fromFile).toEqual(fromBytes);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it('passes failures on with a reason', async () => {
    expect(await extractInChild({ fileName: 'a.md', bytes: utf8(' ') })).toMatchObject({
      kind: 'failed',
      failure: 'empty',
      reason: expect.stringMatching(/\.$/),
    });
  });

  it('fails as internal when the file is not there', async () => {
    const outcome = await extractInChild({ fileName: 'a.md', filePath: join(folder, 'missing.md') });
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'internal' });
  });

  it('refuses a bomb that is named like a PDF before unpacking it', async () => {
    const zeros = function* () {
      for (let index = 0; index < 1024; index++) yield Buffer.alloc(1024 * 1024);
    };
    const bomb = await buffer(Readable.from(zeros()).pipe(createGzip({ level: 1 })));
    const outcome = await extractInChild({ fileName: 'invoice.pdf', bytes: bomb });
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'wrong_type' });
  });

  it('ends a stream that unpacks to 300 MB at a cap', async () => {
    const before = process.memoryUsage().rss;
    const outcome = await extractInChild({
      fileName: 'a.pdf',
      bytes: hugeStream(300),
      limits: { milliseconds: 20_000, memoryMb: 256 },
    });
    expect(outcome.kind).toBe('failed');
    expect(['out_of_memory', 'timed_out', 'too_large_inside']).toContain(
      outcome.kind === 'failed' ? outcome.failure : '',
    );
    expect(await countChildren()).toBe(0);
    // What the builder itself unpacked is the 300 MB; the reading adds nothing of that order here.
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
  });

  it('keeps to the time cap', async () => {
    const limits = { milliseconds: 150, memoryMb: 1024 };
    const outcome = await extractInChild({ fileName: 'a.pdf', bytes: hugeStream(40), limits });
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'timed_out' });
    expect(await countChildren()).toBe(0);
  });

  it('keeps to the memory cap', async () => {
    const limits = { memoryMb: 40 };
    const outcome = await extractInChild({
      fileName: 'a.pdf',
      bytes: buildPdf({ pages: [['text']] }),
      limits,
    });
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'out_of_memory' });
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const reading = extractInChild({ fileName: 'a.pdf', bytes: hugeStream(40), signal: stop.signal });
    stop.abort();
    expect(await reading).toEqual({ kind: 'stopped' });
    expect(await countChildren()).toBe(0);
    expect(await extractInChild({ fileName: 'a.md', bytes: utf8('x'), signal: stop.signal })).toEqual({
      kind: 'stopped',
    });
  });
});
