import { settleBelongings } from './members/belongings.ts';
import * as rows from './personal-data.store.ts';
import { avatarFile } from './profile/avatar-files.ts';

/** What `privacy` needs to delete people and their accounts. */
export const personalData = { ...rows, avatarFile, settleBelongings };
