import type { ExtractOutcome } from './document.ts';
import type { FileSource } from './messages.ts';
import { type ChildLimits, type ChildOptions, runInChild } from './run-in-child.ts';

export interface ExtractLimits extends ChildLimits {
  /** UTF-16 units of text; default 20,000,000. */
  readonly textCharacters: number;
}

export interface ExtractInChildOptions extends Omit<ChildOptions, 'limits'> {
  readonly fileName: string;
  readonly limits?: Partial<ExtractLimits>;
  /** Only the article of a web page, without menus and the like; default false. */
  readonly mainContent?: boolean;
  /** Text of PDF pages that were read from their pictures, by page number. */
  readonly pageTexts?: Readonly<Record<number, string>> | undefined;
}

export type ExtractInChildInput = FileSource & ExtractInChildOptions;
export type ExtractInChildOutcome = ExtractOutcome | { readonly kind: 'stopped' };

const TEXT_CHARACTERS = 20_000_000;

/**
 * Reads a file in a process of its own with caps on time and memory. Whatever the file does, the outcome is one of
 * `ok`, `failed` and `stopped`, and the process is gone when the promise settles. Never throws for a file.
 */
export async function extractInChild(input: ExtractInChildInput): Promise<ExtractInChildOutcome> {
  const { fileName, mainContent, pageTexts } = input;
  const textCharacters = input.limits?.textCharacters ?? TEXT_CHARACTERS;
  const source = 'filePath' in input ? { filePath: input.filePath } : { bytes: input.bytes };
  const options = { textCharacters, mainContent, pageTexts };
  return runInChild('extract', source, { fileName, options }, input);
}
