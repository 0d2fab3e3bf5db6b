import { accounts } from './accounts.ts';
import { errors, fields } from './errors.ts';
import { shell } from './shell.ts';

/** Every word of the application in this language, by feature. */
export const words = { accounts, errors, fields, shell } as const;
