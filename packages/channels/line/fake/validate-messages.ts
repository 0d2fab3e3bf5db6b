import { check, checkObject, UNREADABLE } from '../rules/check.ts';
import { MESSAGES } from '../rules/message-rules.ts';
import type { Fields, Rule } from '../rules/rules.ts';
import { bodyErrors, type FakeAnswer, invalidProperty } from './answer.ts';

/** The vendor's refusal of a list of message objects, or null when it would take them. */
export function checkMessages(messages: unknown): FakeAnswer | null {
  const rule: Rule = { is: 'list', min: 1, max: 5, of: { is: 'kind', of: () => MESSAGES } };
  const found = check(messages, rule, 'messages');
  // A property the vendor can't read stops it before it looks at values.
  const stray = found.find((finding) => finding.message === UNREADABLE);
  if (stray) return invalidProperty(stray.property);
  return found.length === 0
    ? null
    : bodyErrors(found.map(({ message, property }) => ({ message, property })));
}

/** The same of a whole body; `absent` are the words for what is missing, which differ from call to call. */
export function checkBody(
  body: unknown,
  rules: Fields,
  absent: 'May not be empty' | 'must be specified' = 'May not be empty',
): FakeAnswer | null {
  const found = checkObject(body, rules, '').map(({ message, property }) => ({
    message: message === 'May not be empty' ? absent : message,
    property: property.replace(/^\./, ''),
  }));
  const stray = found.find((finding) => finding.message === UNREADABLE);
  if (stray) return invalidProperty(`'${stray.property}'`);
  return found.length === 0 ? null : bodyErrors(found);
}
