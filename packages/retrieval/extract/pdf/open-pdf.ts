import { getResolvedPDFJS } from 'unpdf';
import { writeCharacterMap } from './character-maps.ts';

/** Gives PDF.js the data files it asks for from memory; nothing is ever fetched. */
class MemoryDataFactory {
  async fetch(request: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const map = request.kind === 'cMapUrl' ? writeCharacterMap(request.filename) : null;
    if (map === null) throw new Error(`No data for ${request.kind} ${request.filename}`);
    return Buffer.from(map, 'latin1');
  }
}

const OPTIONS = {
  // Text is all that is wanted: no fonts, scripts, colour profiles or picture decoders.
  useSystemFonts: true,
  disableFontFace: true,
  useWasm: false,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  cMapPacked: false,
  verbosity: 0,
  // A picture of more pixels is left out.
  maxImageSize: 60_000_000,
};

/** Opens a PDF for reading its text. Throws what PDF.js throws. `bytes` may be empty afterwards. */
export async function openPdf(bytes: Uint8Array) {
  const { getDocument } = await getResolvedPDFJS();
  // PDF.js refuses a Buffer, though it is a Uint8Array.
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const task = getDocument({ ...OPTIONS, data, BinaryDataFactory: MemoryDataFactory });
  return task.promise;
}

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>;
export type OpenPage = Awaited<ReturnType<OpenPdf['getPage']>>;
