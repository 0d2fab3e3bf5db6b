import type { FormDefinition } from '@hanasu/contract/form-definition';
import type { FormAnswers } from '@hanasu/contract/form-submissions';
import type { FormId } from '@hanasu/contract/ids';
import { localMoment, MINUTES_A_DAY } from '@hanasu/contract/open-hours';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { formContacts } from '../../contacts/public.ts';
import { fieldsIn } from './answers.ts';
import { countSlots } from './submissions.store.ts';

/** In the account's time zone: the day, and the minute as slots are written (`2026-12-05T14:30`). */
export async function momentOf(
  transaction: AccountTransaction,
): Promise<{ readonly today: string; readonly now: string }> {
  const zone = await formContacts.timeZoneOf(transaction);
  const { day, minute } = localMoment(zone, new Date(transaction.now()));
  const clock = new Date((minute % MINUTES_A_DAY) * 60_000).toISOString().slice(11, 16);
  return { today: day, now: `${day}T${clock}` };
}

export const todayOf = async (transaction: AccountTransaction): Promise<string> =>
  (await momentOf(transaction)).today;

/** A day and time that can't be chosen any more. */
export interface ClosedSlot {
  readonly key: string;
  readonly at: string;
  readonly reason: 'slotTaken' | 'slotOver';
}

/** Slots of a form that are in the past or have no place left. */
export async function findClosedSlots(
  transaction: AccountTransaction,
  formId: FormId,
  definition: Pick<FormDefinition, 'pages'>,
): Promise<ClosedSlot[]> {
  const fields = fieldsIn(definition).flatMap((field) => (field.kind === 'slot' ? [field] : []));
  if (fields.length === 0) return [];
  const { now } = await momentOf(transaction);
  const keys = fields.map(({ key }) => key);
  const counts = await countSlots(transaction, formId, keys);
  return fields.flatMap(({ key, slots }) =>
    slots.flatMap(({ at, places }): ClosedSlot[] => {
      if (at < now) return [{ key, at, reason: 'slotOver' }];
      const count = counts.find((one) => one.key === key && one.at === at)?.count ?? 0;
      return places !== null && count >= places ? [{ key, at, reason: 'slotTaken' }] : [];
    }),
  );
}

/** Why chosen slots can't be had, by the key of their field. */
export const problemsOfSlots = (
  closed: readonly ClosedSlot[],
  answers: FormAnswers,
): Readonly<Record<string, ClosedSlot['reason']>> =>
  Object.fromEntries(
    closed.filter(({ key, at }) => answers[key] === at).map(({ key, reason }) => [key, reason]),
  );
