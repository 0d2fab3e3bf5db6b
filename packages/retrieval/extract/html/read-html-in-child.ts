import type { ChildTasks } from '../messages.ts';
import { type ChildOptions, runInChild, type Stopped } from '../run-in-child.ts';
import type { ReadHtmlOptions } from './read-html.ts';

export type ReadHtmlOutcome = ChildTasks['page']['answer'] | Stopped;

/** `readHtml` in a process of its own with caps on time and memory, for pages of strangers. Never throws for a page. */
export async function readHtmlInChild(
  bytes: Uint8Array,
  page: ReadHtmlOptions,
  options: ChildOptions = {},
): Promise<ReadHtmlOutcome> {
  return runInChild('page', { bytes }, { options: page }, options);
}
