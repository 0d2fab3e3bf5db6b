import { decodeText } from './decode-text.ts';
import { detectType } from './detect.ts';
import { type ExtractOutcome, failed } from './document.ts';
import { type ReadLimits, readPdf } from './pdf/read-pdf.ts';

/**
 * Reads a file in this process, without caps on time and memory: for files of strangers use `extractInChild`.
 * `onProgress` gets 0..1. Never throws for what is in the file.
 */
export async function extract(
  file: { readonly fileName: string; readonly bytes: Uint8Array },
  limits: ReadLimits,
  onProgress: (fraction: number) => void = () => {},
): Promise<ExtractOutcome> {
  if (file.bytes.length === 0) return failed('empty', 'This file is empty; check that it is the right one.');
  const detected = detectType(file);
  if (detected.kind === 'unsupported') return failed('wrong_type', detected.detail);
  const outcome =
    detected.type === 'pdf'
      ? await readPdf(file.bytes, limits, onProgress)
      : readText(file.bytes, detected.type === 'markdown', limits);
  onProgress(1);
  return outcome;
}

function readText(bytes: Uint8Array, markdown: boolean, limits: ReadLimits): ExtractOutcome {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'unreadable')
    return failed('wrong_type', `This file cannot be read: ${decoded.detail}.`);
  const { text } = decoded;
  if (text.length > limits.textCharacters) return failed('too_large_inside');
  if (text.trim() === '') return failed('empty');
  return { kind: 'ok', document: { title: markdown ? readTitle(text) : null, text, pages: null } };
}

/** `title:` of the front matter, else the first heading of level 1. */
function readTitle(text: string): string | null {
  const matter = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)(?:\n|$)/.exec(text)?.[1] ?? '';
  const named = /^title:[ \t]*(["']?)(.+)\1[ \t]*$/m.exec(matter)?.[2];
  const heading = /^ {0,3}#[ \t]+(.+)$/m.exec(text.slice(0, 20_000))?.[1]?.replace(/[ \t]+#+[ \t]*$/, '');
  return (named ?? heading)?.trim().slice(0, 300) || null;
}
