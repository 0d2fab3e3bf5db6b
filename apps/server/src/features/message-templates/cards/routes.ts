import { buffer } from 'node:stream/consumers';
import * as contract from '@hanasu/contract/message-templates';
import { CARD_ROWS_MAX } from '@hanasu/contract/message-templates';
import { decodeText } from '@hanasu/retrieval/extract/decode-text';
import { tableRows } from '@hanasu/retrieval/extract/extract-in-child';
import type { FastifyRequest } from 'fastify';
import { SaxesParser } from 'saxes';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { receiveFile } from '../../../platform/http/receive-file.ts';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { KeptMediaStore } from '../../conversations/public.ts';

interface CardDependencies {
  readonly keptMedia: KeptMediaStore;
  /** Refuses private addresses, and more bytes than a table needs. */
  readonly ask: GuardedFetch;
  /** The same for pictures. */
  readonly askForPicture: GuardedFetch;
}

export const TABLE_BYTES = 5 * 1024 * 1024;
const FORM_BYTES = 64 * 1024;
const CHILD = { milliseconds: 20_000, memoryMb: 512 };

/** Sources of cards besides what staff type: tables, feeds, and pictures at addresses. */
export function addCardRoutes(implement: Implement, dependencies: CardDependencies): void {
  implement(contract.readCardRows, (_input, { request }) => readUpload(request), {
    bodyLimit: TABLE_BYTES + FORM_BYTES,
    parseBody: false,
  });
  implement(contract.readFeedRows, ({ body }) => readAddress(dependencies.ask, body.url));
  implement(contract.importMediaFromUrl, async ({ body }, { session }) => {
    const { bytes, name } = await fetchBytes(dependencies.askForPicture, body.url, 'image/*');
    return dependencies.keptMedia.storePicture(session, { bytes, name });
  });
}

async function readUpload(request: FastifyRequest): Promise<contract.CardRows> {
  let bytes = Buffer.alloc(0);
  const { name } = await receiveFile(request, TABLE_BYTES, async ({ file }) => {
    bytes = await buffer(file);
    return bytes.length;
  });
  if (bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const rows = await readTable(bytes, name);
  if (!rows)
    throw AppError.field('file_type_unsupported', 'body.file', 'Send a CSV file or an Excel workbook');
  return rows;
}

async function readAddress(ask: GuardedFetch, url: string): Promise<contract.CardRows> {
  const { bytes, name } = await fetchBytes(ask, url, 'application/rss+xml, application/atom+xml, */*');
  const decoded = decodeText(bytes);
  const feed = decoded.kind === 'unreadable' ? null : readFeed(decoded.text);
  const rows = feed ? cut(feed) : await readTable(bytes, name);
  if (!rows) throw unreadable('The address gives no feed and no table');
  return rows;
}

const unreadable = (detail: string): AppError => AppError.field('feed_unreadable', 'body.url', detail);

async function fetchBytes(
  ask: GuardedFetch,
  url: string,
  accept: string,
): Promise<{ readonly bytes: Buffer; readonly name: string }> {
  try {
    const answer = await ask(url, { headers: { accept } });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw unreadable(`The address answered ${answer.status}`);
    }
    const path = new URL(url).pathname;
    const name = path.slice(path.lastIndexOf('/') + 1).slice(0, 100);
    return { bytes: Buffer.from(await answer.arrayBuffer()), name: name || 'file' };
  } catch (error) {
    if (error instanceof FetchFailure) throw unreadable(`The address could not be read: ${error.reason}`);
    throw error;
  }
}

/** In a process of its own; null: it is no table with a head and a row. */
async function readTable(bytes: Buffer, fileName: string): Promise<contract.CardRows | null> {
  const rows: string[][] = [];
  const outcome = await tableRows({
    bytes,
    fileName: /\.[a-z]{3,4}$/i.test(fileName) ? fileName : `${fileName}.csv`,
    limits: { rows: 10_000, columns: 100, characters: 2_000_000, ...CHILD },
    onLines(lines) {
      for (const line of lines.split('\n').filter((each) => each !== '')) {
        const [, ...cells] = JSON.parse(line) as [number, ...string[]];
        if (rows.length <= CARD_ROWS_MAX + 1) rows.push(cells);
      }
    },
  });
  const [head, ...others] = rows;
  if (outcome.kind !== 'ok' || !head || others.length === 0) return null;
  const columns = head.map((name, index) => name.trim() || String(index + 1));
  return cut({ columns, rows: others.map((row) => columns.map((_name, index) => row[index] ?? '')) });
}

const cut = ({ columns, rows }: Omit<contract.CardRows, 'isCut'>): contract.CardRows => ({
  columns,
  rows: rows.slice(0, CARD_ROWS_MAX),
  isCut: rows.length > CARD_ROWS_MAX,
});

/** Reads the rows of a feed; null: it is none. */
function readFeed(text: string): Omit<contract.CardRows, 'isCut'> | null {
  return /^\s*[{[]/.test(text) ? readJsonFeed(text) : readXmlFeed(text);
}

const COLUMNS = ['title', 'description', 'link', 'image', 'price', 'date'] as const;
type Item = Partial<Record<(typeof COLUMNS)[number], string>>;

const rowsOf = (items: readonly Item[]): Omit<contract.CardRows, 'isCut'> | null => {
  const columns = COLUMNS.filter((column) => items.some((item) => item[column]));
  if (columns.length === 0) return null;
  return { columns, rows: items.map((item) => columns.map((column) => item[column] ?? '')) };
};

const Words = z.string().catch('');
/** https://www.jsonfeed.org/version/1.1/ */
const JsonFeed = z.object({
  items: z.array(
    z.object({
      title: Words,
      summary: Words,
      content_text: Words,
      url: Words,
      image: Words,
      banner_image: Words,
      date_published: Words,
    }),
  ),
});

function readJsonFeed(text: string): Omit<contract.CardRows, 'isCut'> | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const { data } = JsonFeed.safeParse(json);
  return (
    (data &&
      rowsOf(
        data.items.map((item) => ({
          title: item.title,
          description: item.summary || item.content_text,
          link: item.url,
          image: item.image || item.banner_image,
          date: item.date_published,
        })),
      )) ??
    null
  );
}

/** Elements of RSS 2.0, RSS 1.0, Atom and product feeds, by local name; the first that an item has counts. */
const ELEMENTS: Readonly<Record<string, keyof Item>> = {
  title: 'title',
  description: 'description',
  summary: 'description',
  content: 'description',
  link: 'link',
  image_link: 'image',
  price: 'price',
  pubdate: 'date',
  date: 'date',
  published: 'date',
  updated: 'date',
};
const ITEMS: ReadonlySet<string> = new Set(['item', 'entry']);
const TEXT_LENGTH = 10_000;
const DEPTH_MAX = 64;

class NotAFeed extends Error {}

/** A DOCTYPE is refused: it can blow up to any size. */
function readXmlFeed(text: string): Omit<contract.CardRows, 'isCut'> | null {
  const items: Item[] = [];
  const path: string[] = [];
  let item: Item | null = null;
  let said = '';
  const take = (part: string): void => {
    if (said.length < TEXT_LENGTH) said += part;
  };
  const set = (column: keyof Item, value: string): void => {
    const words = value.trim();
    if (item && !item[column] && words !== '') item[column] = words;
  };
  const parser = new SaxesParser();
  const stop = (): never => {
    throw new NotAFeed();
  };
  parser.on('error', stop);
  parser.on('doctype', stop);
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= DEPTH_MAX) stop();
    const local = localName(name);
    path.push(local);
    said = '';
    if (ITEMS.has(local)) item = {};
    const { href, url, rel, type, medium } = attributes as Record<string, string | undefined>;
    if (local === 'link' && href && (rel === undefined || rel === 'alternate')) set('link', href);
    const isPicture = (type ?? '').startsWith('image/') || medium === 'image' || local === 'thumbnail';
    if (url && isPicture) set('image', url);
    if (local === 'link' && href && rel === 'enclosure' && (type ?? '').startsWith('image/'))
      set('image', href);
  });
  parser.on('closetag', () => {
    const local = path.pop() ?? '';
    if (ITEMS.has(local) && item) {
      items.push(item);
      item = null;
    }
    const isOwn = ITEMS.has(path.at(-1) ?? '');
    const column = ELEMENTS[local];
    if (column && isOwn) set(column, column === 'description' ? withoutMarkup(said) : said);
    if (column === 'description' && isOwn) set('image', pictureIn(said) ?? '');
    said = '';
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof NotAFeed) return null;
    throw error;
  }
  return rowsOf(items);
}

const localName = (name: string): string => (name.split(':').at(-1) ?? name).toLowerCase();

const withoutMarkup = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/li)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const pictureIn = (html: string): string | null =>
  /<img\b[^>]*\bsrc="(https?:[^"]+)"/i.exec(html)?.[1] ?? null;
