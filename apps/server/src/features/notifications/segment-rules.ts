import type { Role } from '@hanasu/contract/accounts';
import type { SegmentId, UserId } from '@hanasu/contract/ids';
import { NARROWED_EVENTS, type NarrowedEvent, type NotifyView } from '@hanasu/contract/notify';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { SavedSegments } from '../contacts/public.ts';
import { type NotificationEvent, type Person, settingsOf } from './resolve-recipients.ts';

interface NarrowedRule {
  readonly userId: UserId;
  readonly role: Role;
  readonly event: NarrowedEvent;
  readonly segmentId: SegmentId;
}

const narrowedRules = ({ userId, role, settings }: Person): NarrowedRule[] => {
  const { narrowedTo } = settingsOf(settings);
  return NARROWED_EVENTS.flatMap((event) => {
    const segmentId = narrowedTo[event];
    return segmentId ? [{ userId, role, event, segmentId }] : [];
  });
};

const idsOf = (rules: readonly NarrowedRule[]): SegmentId[] => [
  ...new Set(rules.map(({ segmentId }) => segmentId)),
];

/** Rules of a person whose segment has nobody for their role. */
export async function findBrokenRules(
  transaction: AccountTransaction,
  segments: Pick<SavedSegments, 'findBroken'>,
  person: Person,
): Promise<NotifyView['brokenRules']> {
  const rules = narrowedRules(person);
  const broken = await segments.findBroken(transaction, { ids: idsOf(rules), role: person.role });
  return rules.flatMap(({ event, segmentId }) => {
    const reason = broken.get(segmentId);
    return reason ? [{ event, reason }] : [];
  });
}

interface Narrowing {
  readonly people: readonly Person[];
  readonly things: readonly NotificationEvent[];
}

/**
 * The events with whom each leaves out, because the customer is not in the segment that this person has chosen. A segment
 * that is broken for somebody's role leaves nobody out: a customer who waits is not missed for it.
 */
export async function leaveOut(
  transaction: AccountTransaction,
  segments: Pick<SavedSegments, 'holding' | 'findBroken'>,
  { people, things }: Narrowing,
): Promise<readonly NotificationEvent[]> {
  const events = new Set(things.map(({ event }) => event));
  const rules = people.flatMap(narrowedRules).filter(({ event }) => events.has(event));
  const working: NarrowedRule[] = [];
  for (const [role, ofRole] of Map.groupBy(rules, (rule) => rule.role)) {
    const broken = await segments.findBroken(transaction, { ids: idsOf(ofRole), role });
    working.push(...ofRole.filter(({ segmentId }) => !broken.has(segmentId)));
  }
  const narrowed: NotificationEvent[] = [];
  for (const thing of things) {
    const own = working.filter(({ event }) => event === thing.event);
    const { conversationId } = thing;
    if (!conversationId || own.length === 0) {
      narrowed.push(thing);
      continue;
    }
    const held = await segments.holding(transaction, { ids: idsOf(own), who: { conversationId } });
    const out = own.filter(({ segmentId }) => !held.has(segmentId)).map(({ userId }) => userId);
    narrowed.push({ ...thing, except: new Set(out) });
  }
  return narrowed;
}
