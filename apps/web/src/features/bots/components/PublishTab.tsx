import { publishBot } from '@hanasu/contract/bot-versions';
import type { BotView } from '@hanasu/contract/bots';
import { Stack } from '@mantine/core';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { EmbedCard } from '../../embed/components/EmbedCard.tsx';
import { ListingCard } from '../../gallery/components/ListingCard.tsx';
import type { Autosave } from '../use-autosave.ts';
import { DraftChanges } from './DraftChanges.tsx';
import { LiveState } from './LiveState.tsx';
import { PublishForm } from './PublishForm.tsx';
import { Versions } from './Versions.tsx';

/** What answers customers, what would change, and what did before. */
export function PublishTab({ bot, autosave }: { bot: BotView; autosave: Autosave }) {
  return (
    <Stack gap="xl">
      <LiveState bot={bot} autosave={autosave} />
      <DraftChanges bot={bot} />
      <OnlyFor endpoint={publishBot}>
        <PublishForm bot={bot} autosave={autosave} />
      </OnlyFor>
      <Versions bot={bot} autosave={autosave} />
      <ListingCard botUuid={bot.uuid} />
      <EmbedCard botUuid={bot.uuid} />
    </Stack>
  );
}
