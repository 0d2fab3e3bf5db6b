const plain = (text: string): string =>
  [...text]
    .map((letter) => {
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
      // One letter stays one letter, so that places in the bare text are places in the text.
      return letter === 'đ' || letter === 'Đ'
        ? 'd'
        : bare.length === letter.length
          ? bare
          : letter.toLowerCase();
    })
    .join('');

export interface HitPart {
  text: string;
  isHit: boolean;
  from: number;
}

/** A snippet cut where the words of a search stand, with or without their marks. */
export function hitParts(snippet: string, query: string): HitPart[] {
  const composed = snippet.normalize('NFC');
  const bare = plain(composed);
  const wanted = plain(query.trim().normalize('NFC'));
  const parts: HitPart[] = [];
  let at = 0;
  for (let found = wanted ? bare.indexOf(wanted) : -1; found >= 0; found = bare.indexOf(wanted, at)) {
    if (found > at) parts.push({ text: composed.slice(at, found), isHit: false, from: at });
    at = found + wanted.length;
    parts.push({ text: composed.slice(found, at), isHit: true, from: found });
  }
  if (at < composed.length) parts.push({ text: composed.slice(at), isHit: false, from: at });
  return parts;
}
