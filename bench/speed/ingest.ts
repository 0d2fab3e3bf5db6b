import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWLEDGE_CATALOGUE } from '@hanasu/models/knowledge/knowledge-catalogue';
import { titleText } from '../../apps/server/src/features/knowledge/chunks/chunk-edit.ts';
import { type BenchHanasu, startHanasu } from '../lib/hanasu.ts';
import { mixedMarkdown } from '../lib/mixed-text.ts';
import { median } from '../lib/print-table.ts';
import { startProgram } from '../lib/start-program.ts';
import type { SpeedRow } from './speed-row.ts';

const PORT = 4763;
const FAKE_PORT = 4764;
const MEGABYTE = 1024 * 1024;
const UPLOADS = 3;
const SHORT_TEXTS = 20;
const SHORT_ROUNDS = 5;
const POLL_MS = 5;
const TIMEOUT_MS = 120_000;
const PAGE_SIZE = 100;
const BOUNDS = { upload: 3, shortTexts: 2 };
const EMBEDDING_MODEL = 'openai-text-embedding-3-small';

/** From a document's upload until it can be found, against the least that it can take. */
export async function measureIngest(): Promise<readonly SpeedRow[]> {
  const fake = await startProgram({
    file: 'packages/models/fake/main.ts',
    arguments: ['--port', String(FAKE_PORT)],
    readyWhen: /OPENAI_BASE_URL=\S+\n/,
  });
  const baseUrl = /OPENAI_BASE_URL=(\S+)/.exec(fake.output)?.[1] ?? '';
  const hanasu = await startHanasu(PORT, { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: baseUrl });
  try {
    return [await measureUpload(hanasu, baseUrl), await measureShortTexts(hanasu)];
  } finally {
    await hanasu.stop();
    await fake.stop();
  }
}

/** 1 MB of markdown with vectors, in turns with a bare loop of calls that embed the same texts. */
async function measureUpload(hanasu: BenchHanasu, baseUrl: string): Promise<SpeedRow> {
  const markdown = mixedMarkdown(MEGABYTE);
  // The first upload warms both sides up and gives the texts that are embedded.
  const texts = await listTexts(hanasu, (await uploadMarkdown(hanasu, markdown)).documentUuid);
  await embedInLoop(baseUrl, texts);
  const [ours, ready, bare]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < UPLOADS; round += 1) {
    const { milliseconds, readyMs } = await uploadMarkdown(hanasu, markdown);
    ours.push(milliseconds);
    ready.push(readyMs);
    bare.push(await embedInLoop(baseUrl, texts));
  }
  const [oursMs, bareMs] = [median(ours), median(bare)];
  return {
    what: '1 MB of text until searchable with all vectors ÷ a bare loop of embedding calls',
    measured: oursMs / bareMs,
    atMost: BOUNDS.upload,
    from: `${seconds(oursMs)}, the document ready after ${seconds(median(ready))} ÷ ${seconds(bareMs)} (${texts.length} passages)`,
  };
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

interface Base {
  readonly documents: number;
  readonly ready: number;
  readonly failed: number;
  readonly vectors: {
    readonly model: string | null;
    readonly next: string | null;
    readonly embedded: number;
    readonly total: number;
    readonly paused: string | null;
  };
}

const hasAllVectors = ({ vectors }: Base): boolean =>
  vectors.model === EMBEDDING_MODEL &&
  vectors.next === null &&
  vectors.total > 0 &&
  vectors.embedded === vectors.total;

async function addBase({ post }: BenchHanasu, settings: object): Promise<string> {
  return (await post<{ uuid: string }>('/api/user/knowledge', { name: 'bench', settings })).uuid;
}

async function untilBase({ get }: BenchHanasu, uuid: string, isDone: (base: Base) => boolean): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; ) {
    const base = await get<Base>(`/api/user/knowledge/${uuid}`);
    if (base.failed > 0 || base.vectors.paused) throw new Error(`ingestion failed: ${JSON.stringify(base)}`);
    if (isDone(base)) return;
    await sleep(POLL_MS);
  }
  throw new Error(`the base was not complete within ${TIMEOUT_MS} ms`);
}

/** Uploads into a new base; the time runs from the request until the document is ready and every passage has a vector. */
async function uploadMarkdown(hanasu: BenchHanasu, markdown: string) {
  const base = await addBase(hanasu, { embeddingModel: EMBEDDING_MODEL });
  const form = new FormData();
  form.set('file', new Blob([markdown], { type: 'text/markdown' }), 'large.md');
  const startedAt = performance.now();
  const response = await fetch(`${hanasu.url}/api/user/knowledge/${base}/document`, {
    method: 'POST',
    headers: { authorization: hanasu.authorization },
    body: form,
  });
  if (response.status !== 202) throw new Error(`upload: ${response.status} ${await response.text()}`);
  const { uuid } = (await response.json()) as { uuid: string };
  await untilBase(hanasu, base, ({ ready }) => ready === 1);
  const readyMs = performance.now() - startedAt;
  await untilBase(hanasu, base, hasAllVectors);
  return { milliseconds: performance.now() - startedAt, readyMs, documentUuid: uuid };
}

interface Passage {
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** The document's passages as they are sent to the model. */
async function listTexts({ get }: BenchHanasu, documentUuid: string): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await get<{ items: Passage[]; total: number }>(
      `/api/user/document/${documentUuid}/embeddings?pageSize=${PAGE_SIZE}&page=${page}`,
    );
    texts.push(...items.map(({ headingPath, text }) => `${titleText('large', headingPath)}\n\n${text}`));
    if (texts.length >= total) return texts;
  }
}

/** Milliseconds of one call after the other, with as many texts in each as the catalogue allows. */
async function embedInLoop(baseUrl: string, texts: readonly string[]): Promise<number> {
  const row = KNOWLEDGE_CATALOGUE.find(({ uuid }) => uuid === EMBEDDING_MODEL);
  if (row?.kind !== 'embedding') throw new Error(`${EMBEDDING_MODEL} is not in the catalogue`);
  const { model, dimensions, callTexts } = row;
  const startedAt = performance.now();
  for (let from = 0; from < texts.length; from += callTexts) {
    const input = texts.slice(from, from + callTexts);
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
      body: JSON.stringify({ model, input, encoding_format: 'base64', dimensions }),
    });
    if (!response.ok) throw new Error(`embeddings: ${response.status} ${await response.text()}`);
    await response.json();
  }
  return performance.now() - startedAt;
}

/** One-line texts sent at once into a base without vectors, in turns with one alone. */
async function measureShortTexts(hanasu: BenchHanasu): Promise<SpeedRow> {
  const [one, many]: [number[], number[]] = [[], []];
  // The first round warms up.
  for (let round = 0; round <= SHORT_ROUNDS; round += 1) {
    const [oneMs, manyMs] = [await addShortTexts(hanasu, 1), await addShortTexts(hanasu, SHORT_TEXTS)];
    if (round === 0) continue;
    one.push(oneMs);
    many.push(manyMs);
  }
  const [oneMs, manyMs] = [median(one), median(many)];
  return {
    what: `${SHORT_TEXTS} one-line texts until searchable ÷ the time of one`,
    measured: manyMs / oneMs,
    atMost: BOUNDS.shortTexts,
    from: `${Math.round(manyMs)} ms ÷ ${Math.round(oneMs)} ms`,
  };
}

async function addShortTexts(hanasu: BenchHanasu, count: number): Promise<number> {
  const base = await addBase(hanasu, {});
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      hanasu.post(`/api/user/knowledge/${base}/document`, {
        title: `Shop ${index}`,
        text: `Our shop ${index} opens at ${index % 12} o'clock and closes late.`,
      }),
    ),
  );
  await untilBase(hanasu, base, ({ documents, ready }) => documents === count && ready === count);
  return performance.now() - startedAt;
}
