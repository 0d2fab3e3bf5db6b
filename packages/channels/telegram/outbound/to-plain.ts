import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VendorMessage } from '../../spec/channel.ts';
import { Prepared } from './messages.ts';

const Shown = z.object({
  text: z.string().optional(),
  title: z.string().optional(),
  address: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
});

/** The words of messages without entities, keyboards, quotation and files; null when they are that already. */
export function toPlain(messages: readonly VendorMessage[]): VendorMessage[] | null {
  const plain = messages.flatMap((message) => {
    const text = wordsOf(message);
    return text === '' ? [] : [{ method: 'sendMessage', params: { text } }];
  });
  return plain.length === 0 || isDeepStrictEqual(plain, messages) ? null : plain;
}

function wordsOf(message: VendorMessage): string {
  const prepared = Prepared.safeParse(message).data;
  const { text, title, address, latitude, longitude } = Shown.safeParse(prepared?.params).data ?? {};
  const map = latitude === undefined ? '' : `https://www.google.com/maps?q=${latitude},${longitude}`;
  return text ?? prepared?.otherwise ?? [title, address, map].filter(Boolean).join('\n');
}
