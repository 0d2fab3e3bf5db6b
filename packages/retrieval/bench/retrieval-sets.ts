import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A document of a set; `base` names the article or knowledge base it belongs to. */
export interface SetDocument {
  readonly id: string;
  readonly lang: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
}

/** A question; any of `pos` is a right answer. */
export interface SetQuestion {
  readonly id: string;
  readonly lang: string;
  readonly q: string;
  readonly pos: readonly string[];
}

/** A set: its documents, its questions, and by variant (`typo`, `nodia`, …) the question texts by id. */
export interface RetrievalSet {
  readonly name: string;
  readonly documents: readonly SetDocument[];
  readonly questions: readonly SetQuestion[];
  readonly variants: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Reads every set of a folder of `<set>.corpus*.jsonl`, `<set>.queries.jsonl` and `<set>.variants.jsonl`.
 * A set without questions holds distractors. Sorted by name.
 */
export async function loadRetrievalSets(folder: string): Promise<RetrievalSet[]> {
  const files = (await readdir(folder)).sort();
  const names = new Set(files.flatMap((file) => /^(.+?)\.corpus.*\.jsonl$/.exec(file)?.[1] ?? []));
  return Promise.all([...names].map((name) => loadSet(folder, name, files)));
}

async function loadSet(folder: string, name: string, files: readonly string[]): Promise<RetrievalSet> {
  const read = async <Row>(part: string): Promise<Row[]> => {
    const found = files.filter((file) => file.startsWith(`${name}.${part}`) && file.endsWith('.jsonl'));
    return (await Promise.all(found.map((file) => readRows<Row>(join(folder, file))))).flat();
  };
  return {
    name,
    documents: await read<SetDocument>('corpus'),
    questions: await read<SetQuestion>('queries'),
    variants: byVariant(await read<Record<string, string>>('variants')),
  };
}

async function readRows<Row>(file: string): Promise<Row[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function byVariant(rows: readonly Record<string, string>[]): Map<string, Map<string, string>> {
  const variants = new Map<string, Map<string, string>>();
  for (const { id = '', ...texts } of rows) {
    for (const [variant, text] of Object.entries(texts)) {
      const found = variants.get(variant) ?? new Map<string, string>();
      variants.set(variant, found.set(id, text));
    }
  }
  return variants;
}
