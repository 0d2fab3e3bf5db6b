import type { Role } from '@hanasu/contract/accounts';
import type { ConversationId, UserId } from '@hanasu/contract/ids';
import {
  DEFAULT_NOTIFY,
  NOTIFY_WAYS,
  type NotifyEvent,
  NotifySettings,
  type NotifyWay,
} from '@hanasu/contract/notify';

/** An event, as people are notified of it. */
export interface NotificationEvent {
  readonly event: NotifyEvent;
  /** The same thing has the same key, whoever notices it. */
  readonly key: string;
  /** Name of the customer, bot or channel it is about. */
  readonly subject: string;
  readonly body: string;
  readonly path: string;
  /** Who has the conversation it is about, null: nobody; absent: it is about no conversation. */
  readonly holder?: UserId | null;
  /** Whose customer segments are asked about. */
  readonly conversationId?: ConversationId;
  /** Concerns this person alone. */
  readonly only?: UserId;
  /** These want it of customers in a segment only, and this customer is not in it. */
  readonly except?: ReadonlySet<UserId>;
  /** In these ways whatever the person has chosen. */
  readonly always?: readonly NotifyWay[];
}

export interface Person {
  readonly userId: UserId;
  readonly role: Role;
  /** As stored; null: this person has chosen nothing. */
  readonly settings: unknown;
}

/** What is stored, or what everybody begins with. */
export function settingsOf(stored: unknown): NotifySettings {
  const read = NotifySettings.safeParse(stored);
  return read.success ? read.data : DEFAULT_NOTIFY;
}

/** Viewers get only the notifications that they have chosen. */
const rulesOf = ({ role, settings }: Person): NotifySettings | null =>
  settings === null && role === 'viewer' ? null : settingsOf(settings);

/** Whether anyone is notified of such events. */
export const hasRecipients = (people: readonly Person[], events: readonly NotifyEvent[]): boolean =>
  people.some((person) => {
    const rules = rulesOf(person)?.rules;
    return (
      rules !== undefined && events.some((event) => NOTIFY_WAYS.some((way) => rules[way].includes(event)))
    );
  });

export interface Delivery {
  readonly userId: UserId;
  readonly way: NotifyWay;
  /** Mails are gathered for so long. */
  readonly waitMinutes: number;
}

export const resolveRecipients = (people: readonly Person[], thing: NotificationEvent): Delivery[] =>
  people.flatMap((person) => {
    const { userId } = person;
    const settings = rulesOf(person);
    if (!settings || (thing.only && thing.only !== userId) || thing.except?.has(userId)) return [];
    const isOthers = thing.holder !== undefined && thing.holder !== null && thing.holder !== userId;
    if (settings.onlyMine && isOthers && !thing.only) return [];
    const isWanted = (way: NotifyWay): boolean =>
      settings.rules[way].includes(thing.event) || (thing.always?.includes(way) ?? false);
    return NOTIFY_WAYS.filter(isWanted).map((way) => ({
      userId,
      way,
      waitMinutes: way === 'email' ? settings.digestMinutes : 0,
    }));
  });
