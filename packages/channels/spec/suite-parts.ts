import type { OutgoingPart } from './outgoing.ts';

const FILE = { mediaId: 'm', name: 'a file', bytes: 1000 } as const;
const at = (file: string): string => `https://example.com/media/${file}`;
const preview = { previewUrl: at('small.jpg') };
/** One of each that staff may send. */
export const PARTS: readonly OutgoingPart[] = [
  { kind: 'text', text: '  Xin chào\nこんにちは  ' },
  { kind: 'image', ...FILE, url: at('a.jpg'), contentType: 'image/jpeg', ...preview },
  { kind: 'video', ...FILE, url: at('a.mp4'), contentType: 'video/mp4', ...preview, durationMs: 2_000 },
  { kind: 'audio', ...FILE, url: at('a.m4a'), contentType: 'audio/mp4', durationMs: 2_000 },
  { kind: 'file', ...FILE, url: at('a.pdf'), contentType: 'application/pdf' },
  { kind: 'sticker', packageId: '446', stickerId: '1988' },
  { kind: 'location', title: 'Shop', address: '1-2-3 Shibakoen', latitude: 35.65, longitude: 139.74 },
  { kind: 'ask-details', title: 'Your details', text: 'Please tell us your name and phone.' },
];
