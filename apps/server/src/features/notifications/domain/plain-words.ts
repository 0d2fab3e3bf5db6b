const LONGEST = { subject: 120, body: 300 } as const;

/** What customers wrote, fit to stand in a mail, a message and a notification: one line, cut, reading one way. */
export function plainWords(text: string, what: keyof typeof LONGEST): string {
  const line = text
    .replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const signs = [...line.toWellFormed()];
  return signs.length > LONGEST[what] ? `${signs.slice(0, LONGEST[what] - 1).join('')}…` : line;
}
