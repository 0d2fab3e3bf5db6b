import type { InboundContent } from '../../spec/channel.ts';
import type { File, Message } from './shapes.ts';

/** A message in the product's words; null: it is none that people write. */
export function readContent(message: Message): InboundContent | null {
  return readWords(message) ?? readFile(message) ?? readThing(message);
}

const readWords = ({ text }: Message): InboundContent | null =>
  text === undefined ? null : content('text', text, {});

function readFile(message: Message): InboundContent | null {
  const { photo, animation, video, video_note, audio, voice, document } = message;
  const said = message.caption ?? '';
  // Sizes of one picture; the largest is worth keeping.
  const largest = photo?.toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0];
  if (largest) return withMedia('image', largest, said, {});
  // Comes as a document as well, so it is looked for first.
  if (animation) return withMedia('video', animation, said, { animated: true });
  const film = video ?? video_note;
  if (film) return withMedia('video', film, said, durationOf(film));
  const sound = audio ?? voice;
  if (sound) return withMedia('audio', sound, said, durationOf(sound));
  if (!document) return null;
  const { file_name: fileName, file_size: bytes } = document;
  return withMedia('file', document, said || (fileName ?? ''), { fileName, bytes });
}

function readThing({ sticker, venue, location, contact }: Message): InboundContent | null {
  if (sticker) {
    const { emoji = '', file_id: stickerId, set_name: packageId } = sticker;
    return content('sticker', emoji, { stickerId, packageId });
  }
  if (venue) {
    const { title, address, location: place } = venue;
    return content('location', [title, address].filter(Boolean).join('\n'), { title, address, ...place });
  }
  if (location) return content('location', '', location);
  if (!contact) return null;
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  return content('text', [name, contact.phone_number].filter(Boolean).join('\n'), { vendorType: 'contact' });
}

const durationOf = ({ duration }: File) => ({
  durationMs: duration === undefined ? undefined : duration * 1000,
});

function withMedia(
  kind: 'image' | 'video' | 'audio' | 'file',
  { file_id }: File,
  said: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  return { ...content(kind, said, data), media: { from: 'vendor', vendorMessageId: file_id } };
}

export function content(
  kind: InboundContent['kind'],
  text: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  const present = Object.entries(data).filter(([, value]) => value !== undefined);
  return { kind, text, data: Object.fromEntries(present) };
}
