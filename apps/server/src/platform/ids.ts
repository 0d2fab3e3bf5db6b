import { v7 } from 'uuid';

/** A new UUIDv7 of the wanted brand; ids made by one process rise in order. */
export const newId = <Id extends string>(): Id => v7() as Id;
