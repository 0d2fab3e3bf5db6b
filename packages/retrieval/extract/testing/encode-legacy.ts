/** Bytes of text in a legacy encoding, by asking the decoder for every code; the platform has no encoder for legacy text. */
export function encodeLegacy(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  for (let lead = 255; lead >= 0; lead--) {
    for (let trail = 255; trail >= 0x40; trail--)
      codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  }
  for (let code = 255; code >= 0; code--) codes.set(decoder.decode(Uint8Array.of(code)), [code]);
  return Uint8Array.from(Array.from(text).flatMap((character) => codes.get(character) ?? [0x3f]));
}

/** windows-1258 has the vowels but writes their tones as marks of their own. */
export function toWindows1258(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => {
    const parts = character.normalize('NFD');
    const tone = parts.match(/[\u0300\u0301\u0303\u0309\u0323]/)?.[0] ?? '';
    return parts.replace(tone, '').normalize('NFC') + tone;
  }).join('');
}
