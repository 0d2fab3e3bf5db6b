import type { QuickReply } from '../../spec/outgoing.ts';
import { writeCallback } from '../callback-data.ts';

/** The vendor takes a hundred; nobody reads so many. */
const MOST_BUTTONS = 12;

/**
 * Buttons under a message. Where one has words too long for a button to carry, and none means anything else than its
 * words, a keyboard that types for the person; among others those too long are left out.
 */
export function keyboardOf(replies: readonly QuickReply[]): Record<string, unknown> | null {
  const shown = replies.slice(0, MOST_BUTTONS);
  const buttons = shown.flatMap(({ label, text, data }) => {
    const callback = writeCallback(
      data === undefined ? { kind: 'words', value: text } : { kind: 'postback', value: data },
    );
    const words = label.trim();
    return callback === null || words === '' ? [] : [{ text: words, callback_data: callback }];
  });
  const typed = shown.filter(({ data, text }) => data === undefined && text.trim() !== '');
  if (buttons.length < shown.length && typed.length === shown.length) {
    const keyboard = typed.map(({ text }) => [{ text: text.trim() }]);
    return { keyboard, one_time_keyboard: true, resize_keyboard: true };
  }
  return buttons.length === 0 ? null : { inline_keyboard: buttons.map((button) => [button]) };
}

/** Asks for the phone number with the vendor's own button; the name comes with it. */
export const contactKeyboard = (title: string): Record<string, unknown> => ({
  keyboard: [[{ text: title, request_contact: true }]],
  one_time_keyboard: true,
  resize_keyboard: true,
});
