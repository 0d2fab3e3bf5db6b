import { v7 } from 'uuid';

/** A new UUIDv7 of the wanted brand; ids made by one process rise in order. */
export const newId = <Id extends string>(): Id => v7() as Id;

const HEX_OF_TIME = 12;

/** A new UUIDv7 that comes after `earlier`, also when that was made on a machine whose clock is ahead. */
export function newIdAfter<Id extends string>(earlier: string): Id {
  const id = newId<Id>();
  if (id > earlier) return id;
  const msecs = Number.parseInt(earlier.replaceAll('-', '').slice(0, HEX_OF_TIME), 16) + 1;
  return v7({ msecs }) as Id;
}
