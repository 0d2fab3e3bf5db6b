import type { CustomerWords } from './en.ts';

/** A passage that an answer points to with `[number]`. */
export interface CitedSource {
  readonly number: number;
  readonly title: string;
  readonly page: number | null;
}

export interface SaidSources {
  /** What stands below the answer; empty: nothing. */
  readonly line: string;
  /** The `[n]` to leave out of the answer. */
  readonly hiddenMarks: readonly number[];
}

/** One source needs no number; pages that are cited twice are named once. `words` null: sources are not shown. */
export function saySources(cited: readonly CitedSource[], words: CustomerWords | null): SaidSources {
  const named = cited.map((source) => ({ ...source, title: readableTitle(source.title) }));
  const shown = words ? named.filter(({ title }) => title !== '') : [];
  const places = [...Map.groupBy(shown, ({ title, page }) => `${page} ${title}`).values()];
  const marks = cited.map(({ number }) => number);
  const [first] = places[0] ?? [];
  if (!words || !first) return { line: '', hiddenMarks: marks };
  if (places.length === 1) return { line: `${words.source}${sayPlace(first, words)}`, hiddenMarks: marks };
  const lines = places.map((same) => {
    const numbers = same.map(({ number }) => `[${number}]`).join('');
    return same[0] ? `${numbers} ${sayPlace(same[0], words)}` : numbers;
  });
  const known = new Set(shown.map(({ number }) => number));
  return {
    line: `${words.sources}${lines.join(words.betweenSources)}`,
    hiddenMarks: marks.filter((number) => !known.has(number)),
  };
}

/** `Handbook, p. 3`, as customers read it. */
export const sayPlace = (
  { title, page }: Pick<CitedSource, 'title' | 'page'>,
  words: Pick<CustomerWords, 'page'>,
): string => `${readableTitle(title)}${page === null ? '' : words.page(page)}`;

const EXTENSION =
  /\.(?:pdf|docx?|docm|xlsx?|xlsm|pptx?|odt|ods|odp|rtf|txt|text|md|markdown|csv|tsv|html?|xml|json|epub|png|jpe?g|webp|gif|tiff?|heic)$/i;
/** What file systems add to the name of a further copy. */
const COPY = /\s*(?:\(\d{1,3}\)|[-–]\s*(?:copy|コピー|bản sao|sao chép)|のコピー)$/iu;
/** Written for a machine: in small letters, with hyphens for spaces. */
const MACHINE = /^(?=.*[a-z])[a-z0-9]+(?:[-_][a-z0-9]+)+$/;

/** Customers never read the name of a file: `price_list(2).pdf` is `price list`. */
export function readableTitle(title: string): string {
  const whole = title.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  let name = whole.replace(EXTENSION, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(COPY, '').trim();
  }
  const spaced = MACHINE.test(name) ? name.replaceAll(/[-_]+/g, ' ') : name.replaceAll(/_+/g, ' ');
  return spaced.replaceAll(/ {2,}/g, ' ').trim();
}

/** Markdown without the marks of these sources. */
export function withoutMarks(markdown: string, hidden: readonly number[]): string {
  if (hidden.length === 0) return markdown;
  return markdown.replaceAll(/ ?\[(\d{1,3})\](?!\()/g, (whole, number: string) =>
    hidden.includes(Number(number)) ? '' : whole,
  );
}
