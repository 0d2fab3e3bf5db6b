import type { conversations } from '../conversations/public.ts';
import type { ManifestOf } from './dependencies.ts';

/** The sending window of a kind of channel, as its manifest has it. */
export const messagingWindow =
  (manifestOf: ManifestOf): conversations.WindowOf =>
  (kind) =>
    manifestOf(kind)?.limits.window ?? null;
