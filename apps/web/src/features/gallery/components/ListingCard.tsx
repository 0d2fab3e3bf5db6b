import { saveListing } from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, FileButton, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { EditableFor } from '../../../shell/components/OnlyFor.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { botQuery } from '../../bots/bots.queries.ts';
import { listingQuery, useDeleteCover, useSetCover } from '../gallery.queries.ts';
import classes from './Gallery.module.css';
import { Cover } from './GalleryCards.tsx';
import { ListingForm } from './ListingForm.tsx';

/** Shows a bot to everybody, in the gallery. */
export function ListingCard({ botUuid }: { readonly botUuid: BotId }) {
  const { t } = useWords();
  const bot = useQuery(botQuery(botUuid));
  const listing = useQuery(listingQuery(botUuid));
  const found = listing.data?.listing ?? null;
  return (
    <StackedSection title={t('gallery.listing')} text={t('gallery.listingText')}>
      {listing.isError && <FaultNotice error={listing.error} onRetry={() => void listing.refetch()} />}
      {(listing.isPending || bot.isPending) && <Skeleton height={160} aria-hidden />}
      {listing.data && bot.data && bot.data.version === 0 && !found && (
        <Alert color="gray">{t('gallery.publishFirst')}</Alert>
      )}
      {listing.data && bot.data && (bot.data.version > 0 || found) && (
        <EditableFor endpoint={saveListing}>
          <Stack gap="md">
            {found?.isHidden && <Alert color="red">{t('gallery.hidden')}</Alert>}
            {found?.isAsleep && <Alert color="yellow">{t('gallery.asleep')}</Alert>}
            {found && !found.isHidden && !found.isAsleep && (
              <Link to="/ExploreBot/$slug" params={{ slug: found.slug }}>
                {t('gallery.openPage')}
              </Link>
            )}
            <ListingForm key={found?.slug ?? 'new'} bot={bot.data} listing={found} />
            {found && <CoverField botUuid={botUuid} coverUrl={found.coverUrl} />}
          </Stack>
        </EditableFor>
      )}
    </StackedSection>
  );
}

function CoverField({ botUuid, coverUrl }: { botUuid: BotId; coverUrl: string | null }) {
  const { t } = useWords();
  const set = useSetCover(botUuid);
  const remove = useDeleteCover(botUuid);
  const error = set.error ?? remove.error;
  return (
    <fieldset className={classes.coverField}>
      <legend>{t('gallery.cover')}</legend>
      <Cover url={coverUrl} />
      <div>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => {
              if (file) set.mutate(file);
            }}
          >
            {(props) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="upload" size={14} />}
                loading={set.isPending}
                {...props}
              >
                {t('gallery.chooseCover')}
              </Button>
            )}
          </FileButton>
          {coverUrl && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              {t('gallery.removeCover')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {t('gallery.coverHelp')}
        </Text>
        {error && (
          <Text size="sm" c="red" role="alert">
            {faultWords(error)}
          </Text>
        )}
      </div>
    </fieldset>
  );
}
