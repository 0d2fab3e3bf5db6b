import { MessageId } from '@hanasu/contract/ids';

const RANDOM_BYTES = 10;
const TIME_DIGITS = 12;

/** A UUIDv7 for a message that this browser begins: the same for each try, in the order of time. */
export function newMessageId(
  now = Date.now(),
  random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)),
): MessageId {
  const time = now.toString(16).padStart(TIME_DIGITS, '0');
  const rest = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = (0x8 | ((random[2] ?? 0) & 0x3)).toString(16);
  return MessageId.parse(
    `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(5, 8)}-${rest.slice(8, 20)}`,
  );
}
