interface SampleFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** One orange point. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const box = (type: string, body: string): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(8 + body.length);
  return Buffer.concat([head, Buffer.from(type + body, 'latin1')]);
};

/** What friends of the fake send, by the vendor's id of the file: small, and with the beginning of their kind. */
export const SAMPLE_FILES: Readonly<Record<string, SampleFile>> = {
  'file-image': { path: 'photos/file_1.png', bytes: Buffer.from(PNG, 'base64') },
  'file-video': { path: 'videos/file_2.mp4', bytes: box('ftyp', 'isom\0\0\x02\0isomiso2mp41') },
  'file-audio': { path: 'voice/file_3.oga', bytes: Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0', 'latin1') },
  'file-document': {
    path: 'documents/file_4.pdf',
    bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  },
};
