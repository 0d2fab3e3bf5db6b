import type { NativeMessage, NativeProblem } from '../../spec/outgoing.ts';
import type { VendorMessage } from '../../spec/sending.ts';
import { LINE_LIMITS } from '../limits.ts';
import { check } from '../rules/check.ts';
import { CONTENTS } from '../rules/message-rules.ts';
import { cutText, type Draft, flexWords, oneLine, plainDrafts } from './draft.ts';

/** Problems for which the vendor would refuse a bubble or carousel. */
export function checkNative({ contents }: Pick<NativeMessage, 'contents'>): readonly NativeProblem[] {
  return check(contents, CONTENTS, '').map(({ property, plainly, rule }) => ({
    path: property.replace(/^\./, ''),
    message: plainly,
    rule,
  }));
}

/** Sends it unchanged where the vendor takes it, otherwise its alternative text. */
export function nativeDrafts({ altText, contents }: NativeMessage): Draft[] {
  if (checkNative({ contents }).length > 0) return plainDrafts(altText);
  const words = flexWords(contents);
  const shown = cutText(oneLine(altText) || oneLine(words), LINE_LIMITS.altText) || '…';
  const message: VendorMessage = { type: 'flex', altText: shown, contents };
  return [{ message, text: words || altText }];
}
