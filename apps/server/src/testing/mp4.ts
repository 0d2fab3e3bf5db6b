function box(type: string, ...content: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inside]);
}
const letters = (text: string) => Buffer.from(text, 'latin1');
/** An MP4 that has tracks of these handlers and forms, and nothing in them. */
export function mp4(tracks: readonly (readonly [handler: string, codec: string])[]): Buffer {
  const track = ([handler, codec]: readonly [string, string]) =>
    box(
      'trak',
      box('tkhd', Buffer.alloc(84)),
      box(
        'mdia',
        box('hdlr', Buffer.alloc(8), letters(handler), Buffer.alloc(13)),
        box('minf', box('stbl', box('stsd', Buffer.alloc(8), box(codec, Buffer.alloc(78))))),
      ),
    );
  const brand = box('ftyp', letters('isom'), Buffer.alloc(4), letters('isommp42'));
  return Buffer.concat([brand, box('mdat', Buffer.alloc(200)), box('moov', ...tracks.map(track))]);
}
