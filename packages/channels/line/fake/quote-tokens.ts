import { randomBytes } from 'node:crypto';
import { bodyErrors, type FakeAnswer, type FakeWorld, fields } from './answer.ts';
import type { FakeChannel } from './state.ts';

/** Lets a message be quoted in its own chat; such tokens never lapse and may be used again. */
export function issueQuoteToken(
  { state }: FakeWorld,
  channelId: string,
  chatId: string,
  messageId: string,
): string {
  const token = randomBytes(96).toString('base64url');
  state.quoteTokens.set(token, { channelId, chatId, messageId });
  return token;
}

/** The refusal of messages that quote what doesn't stand in this chat. */
export function checkQuotes(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  chatId: string,
  messages: unknown,
): FakeAnswer | null {
  const wrong = (Array.isArray(messages) ? messages : []).flatMap((message, index) => {
    const { quoteToken } = fields(message);
    if (quoteToken === undefined) return [];
    const known = state.quoteTokens.get(String(quoteToken));
    const isHere = known?.channelId === channelId && known.chatId === chatId;
    return isHere ? [] : [{ message: 'invalid quoteToken', property: `messages[${index}].quoteToken` }];
  });
  return wrong.length === 0 ? null : bodyErrors(wrong);
}
