import type { ChildTasks, FileSource } from '../messages.ts';
import { type ChildOptions, runInChild, type Stopped } from '../run-in-child.ts';

export type PagePicturesOutcome = ChildTasks['pictures']['answer'] | Stopped;

/**
 * The largest picture of each of these pages of a PDF as PNG, at most 2,000 pixels on its longer side, taken out in a
 * process of its own. Pages without a picture that can be decoded are left out. Never throws for a file.
 */
export async function pagePictures(
  input: FileSource & { readonly pages: readonly number[] } & ChildOptions,
): Promise<PagePicturesOutcome> {
  const source = 'filePath' in input ? { filePath: input.filePath } : { bytes: input.bytes };
  return runInChild('pictures', source, { pages: input.pages }, input);
}
