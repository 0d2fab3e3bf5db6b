import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** As it is, without packing. */
  readonly stored?: boolean;
  /** What the directory says its size is, when that is a lie. */
  readonly saidSize?: number;
  /** Marked as encrypted. */
  readonly encrypted?: boolean;
}

/** A ZIP file with these entries, as office programs write them. */
export function buildZip(parts: readonly ZipPart[]): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const raw = Buffer.from(part.data);
    const packed = part.stored ? raw : deflateRawSync(raw);
    const name = Buffer.from(part.name);
    const fields = fieldsOf(part, raw, packed, name);
    const local = Buffer.concat([signature('504b0304'), fields, Buffer.from([0, 0]), name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(signature('504b01021400'), fields, Buffer.from([0, 0]), tail, name);
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, central, signature('504b0506'), end]);
}

const signature = (hexadecimal: string): Buffer => Buffer.from(hexadecimal, 'hex');

/** The fields that stand in both headers, from the version to the name's length. */
function fieldsOf(part: ZipPart, raw: Buffer, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800 | (part.encrypted ? 1 : 0), 2);
  fields.writeUInt16LE(part.stored ? 0 : 8, 4);
  fields.writeUInt32LE(crc32(raw), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(part.saidSize ?? raw.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
