import { type XmlHandler, XmlScanner } from './scan-xml.ts';

/** Feeds an XML file to a handler piece by piece. UTF-8, UTF-16 with its mark, or what the declaration names. */
export async function readXml(
  pieces: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  allowDoctype = false,
): Promise<void> {
  const scanner = new XmlScanner(handler, allowDoctype);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let any = false;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    scanner.write(decoder.decode(piece, { stream: true }));
    any = true;
  }
  if (any) scanner.end();
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const declared = /encoding=["']([\w.-]+)/.exec(Buffer.from(start.subarray(0, 200)).toString('latin1'))?.[1];
  if (declared === undefined || /^utf-?16/i.test(declared)) return 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch (error) {
    // The platform's only way to say that it does not know the name.
    if (error instanceof RangeError) return 'utf-8';
    throw error;
  }
}
