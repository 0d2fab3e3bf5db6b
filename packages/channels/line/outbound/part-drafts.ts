import type { OutgoingFile, OutgoingPart } from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { cutText, oneLine } from './cut-text.ts';
import { type Draft, plainDrafts } from './draft.ts';
import { box, bubbleDraft, button, flexText, GRAY } from './flex.ts';
import { secureUrl } from './secure-url.ts';

const { fileUrl, actionUri, imageBytes, videoBytes, audioBytes, placeText } = LINE_LIMITS;

const PICTURES = ['image/jpeg', 'image/png'];
const RECORDINGS = ['audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/m4a', 'audio/x-m4a'];

export type MediaPart = Extract<OutgoingPart, { kind: 'image' | 'video' | 'audio' | 'file' }>;

/** A file in the vendor's form where it takes it (https, its kinds, its sizes), otherwise its name and address. */
export function mediaDrafts(part: MediaPart): Draft[] {
  const words = linkWords(part);
  const url = secureUrl(part.url, fileUrl);
  const message = url === null ? null : mediaMessage(part, url);
  if (message !== null) return [{ message, text: words }];
  const card = part.kind === 'file' ? fileCard(part, words) : null;
  return card === null ? plainDrafts(words) : [card];
}

const linkWords = ({ name, url }: OutgoingFile): string =>
  [oneLine(name), url.toWellFormed().trim()].filter(Boolean).join('\n');

function mediaMessage(part: MediaPart, originalContentUrl: string): Record<string, unknown> | null {
  const { kind, contentType, bytes } = part;
  switch (kind) {
    case 'image':
    case 'video': {
      const previewImageUrl = secureUrl(part.previewUrl, fileUrl);
      const isTaken =
        kind === 'image'
          ? PICTURES.includes(contentType) && bytes <= imageBytes
          : contentType === 'video/mp4' && bytes <= videoBytes;
      return isTaken && previewImageUrl !== null ? { type: kind, originalContentUrl, previewImageUrl } : null;
    }
    case 'audio': {
      const duration = Math.max(1, Math.round(part.durationMs));
      const isTaken = RECORDINGS.includes(contentType) && bytes <= audioBytes && Number.isFinite(duration);
      return isTaken ? { type: 'audio', originalContentUrl, duration } : null;
    }
    case 'file':
      return null;
    default:
      return part satisfies never;
  }
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = Math.max(0, bytes) / 1000 ** step;
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}

/** Name, size, and a button named after the file's ending, which needs no language. */
function fileCard(part: OutgoingFile, words: string): Draft | null {
  const uri = secureUrl(part.url, actionUri);
  if (uri === null) return null;
  const name = cutText(oneLine(part.name), 200) || uri;
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
  const size = Number.isFinite(part.bytes) && part.bytes > 0 ? sizeWords(part.bytes) : '';
  const title = flexText(`📄 ${name}`, { weight: 'bold', size: 'sm' });
  const lines = size === '' ? [title] : [title, flexText(size, { size: 'xs', color: GRAY })];
  const bubble = {
    type: 'bubble',
    size: 'kilo',
    body: box('vertical', lines, { spacing: 'sm' }),
    footer: box('vertical', [button(`⬇ ${ending}`.trim(), uri)]),
  };
  return bubbleDraft(bubble, words);
}

type Place = Pick<OutgoingPart & { kind: 'location' }, 'title' | 'address' | 'latitude' | 'longitude'>;

export const locationWords = ({ title, address, latitude, longitude }: Place): string =>
  [...new Set([title, address, mapUrl(latitude, longitude)])].join('\n');

export function locationDrafts(part: Place): Draft[] {
  const { latitude, longitude } = part;
  const point = `${latitude}, ${longitude}`;
  const title = cutText(oneLine(part.title) || oneLine(part.address) || point, placeText);
  const address = cutText(oneLine(part.address) || point, placeText);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const words = locationWords({ title, address, latitude, longitude });
  if (!isOnEarth) return plainDrafts(words);
  return [{ message: { type: 'location', title, address, latitude, longitude }, text: words }];
}

const mapUrl = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`;

const NUMBER = /^\d{1,20}$/;

/** Anything but the vendor's numbers would have the whole send refused. */
export function stickerDrafts({ packageId, stickerId }: OutgoingPart & { kind: 'sticker' }): Draft[] {
  if (!NUMBER.test(packageId) || !NUMBER.test(stickerId)) {
    return plainDrafts(`[sticker ${oneLine(`${packageId} ${stickerId}`)}]`);
  }
  return [{ message: { type: 'sticker', packageId, stickerId }, text: null }];
}
