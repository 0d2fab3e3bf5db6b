import { decodeText } from '../decode-text.ts';

/** Where the HTML standard looks for the encoding. */
const WINDOW = 4096;

/**
 * Text of a page: by its byte order mark, what the server said (`charset`), what its `meta` element says, else by its
 * bytes. A name that is wrong for the bytes is not believed. Null when the bytes are no text.
 */
export function decodeHtml(bytes: Uint8Array, charset: string | null = null): string | null {
  const marked = /^(?:fffe|feff|efbbbf)/.test(Buffer.from(bytes.subarray(0, 3)).toString('hex'));
  const label = marked ? null : (charset ?? readMetaCharset(bytes));
  const named = label === null ? null : decodeAs(bytes, label);
  if (named !== null) return named;
  const decoded = decodeText(bytes);
  if (decoded.kind === 'ok') return decoded.text;
  return bytes.includes(0) ? null : decodeAs(bytes, label ?? 'utf-8', false);
}

function readMetaCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, WINDOW)).toString('latin1');
  const named =
    /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})/i.exec(start)?.[1];
  // A page whose bytes could be read so far is not UTF-16, whatever it says.
  return named === undefined || /^utf-?16/i.test(named) ? null : named;
}

function decodeAs(bytes: Uint8Array, label: string, fatal = true): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal });
    // Western is what programs write when they do not know: UTF-8 never looks right by chance.
    if (fatal && decoder.encoding === 'windows-1252')
      return decodeAs(bytes, 'utf-8') ?? decoder.decode(bytes);
    const text = decoder.decode(bytes).replaceAll(/\r\n?/g, '\n');
    return decoder.encoding === 'windows-1258' ? text.normalize('NFC') : text;
  } catch (error) {
    // The decoder's ways to say that it does not know the name, or that the bytes are not in this encoding.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
