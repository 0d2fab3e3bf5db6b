import type { previewChunks as contract, PreviewChunk } from '@hanasu/contract/documents';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId } from '@hanasu/contract/ids';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Chunk } from '@hanasu/retrieval/split/chunk';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { limitsFor } from '../domain/read-file.ts';
import { storable, type Upload } from '../domain/upload.ts';
import { mediaTypeOf } from '../media-type.ts';

/** Each reads a file in a process of its own. */
const AT_ONCE = 2;
const SHOWN = 200;
/** Somebody waits for it. */
const MOST_MILLISECONDS = 60_000;

interface Sizes {
  readonly chunkTokens: number;
  readonly overlapPercent: number;
}

/**
 * Splits a document as it would be stored, and forgets it. An account has two at a time (`rate_limited`). Throws
 * `document_unreadable` with the reason.
 */
export async function previewChunks(
  dependencies: Pick<KnowledgeDependencies, 'readFile' | 'text' | 'previews'>,
  accountId: AccountId,
  { upload, sizes, signal }: { readonly upload: Upload; readonly sizes: Sizes; readonly signal: AbortSignal },
): Promise<EndpointOutput<typeof contract>> {
  const { previews } = dependencies;
  const running = previews.get(accountId) ?? 0;
  if (running >= AT_ONCE) throw new AppError('rate_limited', 'Two previews are being made already');
  previews.set(accountId, running + 1);
  try {
    return await readAndSplit(dependencies, upload, sizes, signal);
  } finally {
    const left = (previews.get(accountId) ?? 1) - 1;
    if (left > 0) previews.set(accountId, left);
    else previews.delete(accountId);
  }
}

async function readAndSplit(
  { readFile, text }: Pick<KnowledgeDependencies, 'readFile' | 'text'>,
  upload: Upload,
  sizes: Sizes,
  signal: AbortSignal,
): Promise<EndpointOutput<typeof contract>> {
  mediaTypeOf(upload);
  const limits = limitsFor(upload.bytes.byteLength);
  const read = await readFile({
    bytes: upload.bytes,
    fileName: upload.fileName ?? 'text.md',
    signal,
    onProgress: () => undefined,
    limits: { ...limits, milliseconds: Math.min(limits.milliseconds ?? 0, MOST_MILLISECONDS) },
  });
  if (read.kind === 'stopped') throw new AppError('document_unreadable', 'Nobody waits for it any more');
  if (read.kind === 'failed') throw AppError.field('document_unreadable', 'body.file', read.reason);
  const { document } = read;
  const input = {
    text: storable(document.text),
    pages: document.pages,
    title: upload.title,
    ...(document.kind && { kind: document.kind }),
  };
  const chunks = (await text.run({ kind: 'split', input, options: sizes })).map(toPreview);
  return {
    title: document.title,
    pages: document.pages?.length ?? null,
    unreadPages: [...document.unreadPages],
    total: chunks.length,
    tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    chunks: chunks.slice(0, SHOWN),
  };
}

const toPreview = ({ position, headingPath, page, start, end, text }: Chunk): PreviewChunk => ({
  position,
  headingPath,
  page,
  start,
  end,
  text,
  tokens: estimateTokens(text),
});
