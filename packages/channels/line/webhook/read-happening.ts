import type { InboundEvent } from '../../spec/channel.ts';
import { HappeningEvent } from './event-shapes.ts';
import { present } from './read-content.ts';

const NOTHING = (): Record<string, unknown> => ({});

/** What a line in the thread tells of each of the rarer events; other types are none of these. */
const FACTS: Readonly<Record<string, (event: HappeningEvent) => Record<string, unknown>>> = {
  join: NOTHING,
  leave: NOTHING,
  memberJoined: ({ joined }) => ({ members: idsOf(joined) }),
  memberLeft: ({ left }) => ({ members: idsOf(left) }),
  beacon: ({ beacon }) => ({ hwid: beacon?.hwid, type: beacon?.type, deviceMessage: beacon?.dm }),
  accountLink: ({ link }) => ({ result: link?.result, nonce: link?.nonce }),
  membership: ({ membership }) => ({ change: membership?.type, membershipId: membership?.membershipId }),
  videoPlayComplete: ({ videoPlayComplete }) => ({ trackingId: videoPlayComplete?.trackingId }),
  module: ({ module }) => ({ change: module?.type, botId: module?.botId, scopes: module?.scopes }),
  activated: ({ chatControl }) => ({ expiresAt: chatControl?.expireAt }),
  deactivated: NOTHING,
  botSuspended: NOTHING,
  botResumed: NOTHING,
  delivery: ({ delivery }) => ({ data: delivery?.data }),
};

export function readHappening(type: string, raw: unknown): InboundEvent['what'] | null {
  if (!Object.hasOwn(FACTS, type)) return null;
  const event = HappeningEvent.safeParse(raw).data ?? HappeningEvent.parse({});
  return { kind: 'happening', event: type, data: present(FACTS[type]?.(event) ?? {}) };
}

const idsOf = (given: HappeningEvent['joined']): string[] =>
  (given?.members ?? []).flatMap(({ userId }) => (userId === undefined ? [] : [userId]));
