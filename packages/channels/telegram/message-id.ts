/** The vendor counts the messages of each larger group from one, so that its number alone names no message. */
export const messageIdOf = (chatId: string, messageId: number): string => `${chatId}:${messageId}`;

/** The vendor's own number in such an id; null: it is none. */
export function messageNumberOf(id: string): number | null {
  const number = /^-?\d+:(\d{1,15})$/.exec(id)?.[1];
  return number === undefined ? null : Number(number);
}
