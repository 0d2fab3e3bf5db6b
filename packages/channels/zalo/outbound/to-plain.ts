import type { VendorMessage } from '../../spec/channel.ts';
import { Preparation } from './messages.ts';

/** The words of messages without quotation, buttons, cards and files; null when they are that already. */
export function toPlain(messages: readonly VendorMessage[]): VendorMessage[] | null {
  const plain = messages.flatMap(({ text, ...message }) => {
    const words = typeof text === 'string' ? text : (Preparation.safeParse(message).data?.otherwise ?? '');
    return words === '' ? [] : [{ text: words }];
  });
  const isPlain = messages.every((message) => Object.keys(message).every((name) => name === 'text'));
  return isPlain || plain.length === 0 ? null : plain;
}
