import { saveListing } from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { EditableFor } from '../../../shell/components/OnlyFor.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { botQuery } from '../../bots/bots.queries.ts';
import { listingQuery } from '../gallery.queries.ts';
import { CoverField } from './CoverField.tsx';
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
