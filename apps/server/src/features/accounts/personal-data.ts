import { avatarFile } from './avatar-files.ts';
import { settleBelongings } from './members/use-cases/settle-belongings.ts';
import * as rows from './personal-data.store.ts';

/** What `privacy` needs to delete people and their accounts. */
export const personalData = { ...rows, avatarFile, settleBelongings };
