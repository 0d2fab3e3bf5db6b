import type { UserId } from '@hanasu/contract/ids';
import { type AvatarNeeds, replaceAvatar } from '../avatar-files.ts';

/** Takes the picture away. Without one, nothing happens. */
export const removeAvatar = (needs: AvatarNeeds, userId: UserId): Promise<void> =>
  replaceAvatar(needs, userId, null);
