export interface PersonWords {
  readonly username: string;
  readonly email: string | null;
}

const SHORTEST = 3;

/** Words that make a password guessable because they are about its owner, or about this product. */
export function aboutPerson({ username, email }: PersonWords): string[] {
  const [mailbox = '', host = ''] = (email ?? '').split('@');
  const texts = [username, email ?? '', mailbox, host];
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const words = ['hanasu', ...parts.map((part) => part.toLowerCase())];
  return [...new Set(words)].filter((word) => word.length >= SHORTEST);
}
