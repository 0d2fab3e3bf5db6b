import { createContext } from 'react';

/** Names of bots by their uuid, where more than one may answer: each answer says whose it is. */
export const AnswererNames = createContext<ReadonlyMap<string, string>>(new Map());
