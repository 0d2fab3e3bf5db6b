import type { VendorMessage } from '@hanasu/channels/spec/channel';

/** Vendors may trim what they echo, and compose accents anew. */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether one of a channel's own messages, whose form nobody here knows, says these words. */
export function saysSame(messages: readonly VendorMessage[], text: string): boolean {
  const words = plain(text);
  return words !== '' && holds(messages, words);
}

function holds(value: unknown, words: string): boolean {
  if (typeof value === 'string') return plain(value) === words;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => holds(part, words));
}
