import { AppError } from '../../../platform/app-error.ts';

/** The thing, or the answer 404: what belongs to another account does not exist. */
export function found<Thing>(thing: Thing | null, name: string): Thing {
  if (thing === null) throw new AppError('not_found', `There is no such ${name}`);
  return thing;
}
