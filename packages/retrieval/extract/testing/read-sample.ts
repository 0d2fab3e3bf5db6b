import type { ExtractedDocument } from '../document.ts';
import { type ExtractOptions, extract } from '../extract.ts';

const LIMITS = { textCharacters: 1_000_000 };

/** What was read; throws for what could not be. */
export async function readSample(
  fileName: string,
  bytes: Uint8Array | string,
  options: Partial<ExtractOptions> = {},
): Promise<ExtractedDocument> {
  const file = { fileName, bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes };
  const outcome = await extract(file, { ...LIMITS, ...options });
  if (outcome.kind === 'failed') throw new Error(`${outcome.failure}: ${outcome.reason}`);
  return outcome.document;
}

/** The failure of a file that can't be read, or `ok`. */
export async function failureOf(
  fileName: string,
  bytes: Uint8Array | string,
  options: Partial<ExtractOptions> = {},
): Promise<string> {
  const file = { fileName, bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes };
  const outcome = await extract(file, { ...LIMITS, ...options });
  return outcome.kind === 'failed' ? outcome.failure : 'ok';
}
