import { decodeText } from './decode-text.ts';
import { detectType } from './detect.ts';
import { documentOf, type ExtractedDocument, type ExtractOutcome, failed } from './document.ts';
import type { DocumentType } from './document-types.ts';
import { findOldText } from './fonts/find-old-text.ts';
import { ReadFault } from './read-fault.ts';
import type { OnProgress, ReadLimits } from './read-limits.ts';

export interface ExtractOptions extends ReadLimits {
  /** Only the article of a web page, without menus and the like; default false. */
  readonly mainContent?: boolean | undefined;
  /** Where a web page was found, to which its links are relative. */
  readonly url?: string | undefined;
  /** Text of PDF pages that were read from their pictures, by page number. */
  readonly pageTexts?: Readonly<Record<number, string>> | undefined;
}

interface NamedBytes {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a file in this process, without caps on time and memory: for files of strangers use `extractInChild`.
 * `onProgress` gets 0..1. Never throws for what is in the file.
 */
export async function extract(
  file: NamedBytes,
  options: ExtractOptions,
  onProgress: OnProgress = () => {},
): Promise<ExtractOutcome> {
  if (file.bytes.length === 0) return failed('empty', 'This file is empty; check that it is the right one.');
  const detected = detectType(file);
  if (detected.kind === 'unsupported') return failed(detected.failure, detected.detail);
  const outcome = await guardReading(() => read(detected.type, file.bytes, { options, onProgress }));
  onProgress(1);
  return outcome.kind === 'ok' ? { kind: 'ok', document: warnOfOldFont(outcome.document) } : outcome;
}

/**
 * Reads text that was written as Markdown, whatever its first bytes look like. It is only decoded, so it needs no process
 * of its own. Never throws.
 */
export const extractMarkdown = (bytes: Uint8Array): Promise<ExtractOutcome> =>
  guardReading(async () => {
    const document = readPlainText(bytes, true);
    return document.text.trim() === '' ? failed('empty') : { kind: 'ok', document };
  });

/** Text of an old font that no reader could convert, because its format says no fonts. */
function warnOfOldFont(document: ExtractedDocument): ExtractedDocument {
  const { warnings = [] } = document;
  return findOldText(document.text) === null
    ? document
    : { ...document, warnings: ['old_font', ...warnings] };
}

/** The outcome for whatever a reader threw at a file. */
export function toFailure(error: unknown): Extract<ExtractOutcome, { kind: 'failed' }> {
  if (error instanceof ReadFault) return failed(error.failure, error.reason);
  const message = error instanceof Error ? error.message : '';
  if (/array buffer allocation|invalid (?:array|string) length|out of memory/i.test(message))
    return failed('out_of_memory');
  return failed('broken');
}

async function guardReading(reading: () => Promise<ExtractOutcome>): Promise<ExtractOutcome> {
  try {
    return await reading();
  } catch (error) {
    return toFailure(error);
  }
}

async function read(
  type: DocumentType,
  bytes: Uint8Array,
  { options, onProgress }: { readonly options: ExtractOptions; readonly onProgress: OnProgress },
): Promise<ExtractOutcome> {
  if (type === 'pdf') {
    const { readPdf } = await import('./pdf/read-pdf.ts');
    return readPdf(bytes, options, onProgress);
  }
  const document = await readAs(type, bytes, { options, onProgress });
  if (document.text.length > options.textCharacters) return failed('too_large_inside');
  return document.text.trim() === '' ? failed('empty') : { kind: 'ok', document };
}

/** Readers are loaded when they are needed: the process reads one file and ends. */
async function readAs(
  type: Exclude<DocumentType, 'pdf'>,
  bytes: Uint8Array,
  { options, onProgress }: { readonly options: ExtractOptions; readonly onProgress: OnProgress },
): Promise<ExtractedDocument> {
  switch (type) {
    case 'markdown':
    case 'text':
      return readPlainText(bytes, type === 'markdown');
    case 'docx':
      return documentOf(await (await import('./docx/read-docx.ts')).readDocx(bytes, options, onProgress));
    case 'odt':
      return documentOf(await (await import('./odt/read-odt.ts')).readOdt(bytes, options, onProgress));
    case 'pptx':
      return documentOf(await (await import('./slides/read-pptx.ts')).readPptx(bytes, options, onProgress));
    case 'epub':
      return documentOf(await (await import('./epub/read-epub.ts')).readEpub(bytes, options, onProgress));
    case 'html':
      return readPage(bytes, options);
    default: {
      const { readTable } = await import('./questions/read-table.ts');
      const { title, text, kind, warnings } = await readTable(type, bytes, {
        limits: options,
        onProgress,
        keepQuestions: false,
      });
      return documentOf({ title, text, kind: kind ?? 'document', warnings: warnings ?? [] });
    }
  }
}

async function readPage(bytes: Uint8Array, options: ExtractOptions): Promise<ExtractedDocument> {
  const { readHtml } = await import('./html/read-html.ts');
  const { textCharacters, mainContent = false, url } = options;
  const { title, text, language, hasLittleText } = readHtml(bytes, { textCharacters, mainContent, url });
  return documentOf({ title, text, language, warnings: hasLittleText ? ['little_text'] : [] });
}

/** Plain text or markdown as it is. Throws `ReadFault`. */
function readPlainText(bytes: Uint8Array, markdown: boolean): ExtractedDocument {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'unreadable')
    throw new ReadFault('wrong_type', `This file cannot be read: ${decoded.detail}.`);
  return documentOf({ title: markdown ? readTitle(decoded.text) : null, text: decoded.text });
}

/** `title:` of the front matter, else the first heading of level 1. */
function readTitle(text: string): string | null {
  const matter = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)(?:\n|$)/.exec(text)?.[1] ?? '';
  const named = /^title:[ \t]*(["']?)(.+)\1[ \t]*$/m.exec(matter)?.[2];
  const heading = /^ {0,3}#[ \t]+(.+)$/m.exec(text.slice(0, 20_000))?.[1]?.replace(/[ \t]+#+[ \t]*$/, '');
  return (named ?? heading)?.trim().slice(0, 300) || null;
}
