import type { InboundHappening } from '@hanasu/channels/spec/channel';
import type { MessageId } from '@hanasu/contract/ids';
import { received } from '../../inbox/public.ts';
import { saysSame } from '../domain/same-words.ts';
import { confirmCalls, confirmMessage, findRecentCalls, type RecentCall } from '../echoes.store.ts';
import type { StoredEvent } from '../events.store.ts';
import { addMessage, type Pass } from './inbound-pass.ts';

type Echo = InboundHappening & { kind: 'echo' };

/**
 * The account said something. When it was us, that proves that it has arrived; when it was a person in the vendor's
 * own app, it is shown as theirs and the bot keeps quiet.
 */
export async function applyEcho(pass: Pass, event: StoredEvent, what: Echo): Promise<void> {
  const { transaction, conversationId } = pass;
  const { vendorMessageId, content, byPerson } = what;
  const known =
    pass.known.get(vendorMessageId)?.id ??
    (await received.findOurs(transaction, conversationId, [vendorMessageId]));
  if (known) return confirm(pass, known, null);
  const calls = await findRecentCalls(transaction, conversationId, new Date(event.occurredAt));
  const ours = ownCall(calls, what);
  if (ours) {
    await received.setVendorIds(transaction, ours.messageId, [vendorMessageId]);
    return confirm(pass, ours.messageId, ours.isInDoubt ? ours.id : null);
  }
  const data = { ...content.data, via: 'vendor', ...(byPerson ? {} : { automatic: true }) };
  addMessage(pass, event, { sender: 'operator', content: { ...content, data }, vendorMessageId });
  pass.isTakenOver ||= byPerson;
}

/** The call that said it. Files have no words to know them by: there, any call at that time is taken for it. */
function ownCall(calls: readonly RecentCall[], { content, byPerson }: Echo): RecentCall | undefined {
  const said = calls.find(({ messages }) => saysSame(messages, content.text));
  return said ?? (content.kind === 'text' && byPerson ? undefined : calls[0]);
}

async function confirm(pass: Pass, messageId: MessageId, callId: string | null): Promise<void> {
  if (!(await confirmCalls(pass.transaction, messageId, callId))) return;
  await confirmMessage(pass.transaction, messageId);
  pass.otherMessages.push(messageId);
}
