import { Button } from '@mantine/core';
import { Link, type LinkProps, useParams } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Surface } from '../components/Surface.tsx';
import type { IconName } from '../icons/icon-names.ts';
import { PageFrame } from '../layout/PageFrame.tsx';

/** Where a person can go today instead; words in `pages.today`. */
const TODAY = {
  bots: '/Bot',
} as const satisfies Record<string, NonNullable<LinkProps['to']>>;

interface Planned {
  readonly icon: IconName;
  readonly today: keyof typeof TODAY;
}

/** Pages of the product whose part is not built yet; words in `pages`. A page that gets built leaves this list. */
const PLANNED_PAGES = {
  images: { icon: 'image', today: 'bots' },
  video: { icon: 'clapperboard', today: 'bots' },
  voice: { icon: 'mic', today: 'bots' },
} as const satisfies Record<string, Planned>;

type PlannedPage = keyof typeof PLANNED_PAGES;

const plannedPage = (page: PlannedPage): Planned => PLANNED_PAGES[page];

/** A page of the product whose part is not built yet: what it will be for, and what can be done today. */
export function NotBuiltPage({ page }: { page: PlannedPage }) {
  const { t } = useWords();
  const { id } = useParams({ strict: false });
  const { icon, today } = plannedPage(page);
  return (
    <PageFrame title={t(`pages.${page}.title`)} purpose={t(`pages.${page}.purpose`)}>
      <Surface>
        <EmptyState
          icon={icon}
          title={t('pages.notBuilt')}
          text={t(`pages.today.${today}.text`)}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to={TODAY[today]} params={{ id } as never} {...props} />}
            >
              {t(`pages.today.${today}.action`)}
            </Button>
          }
        />
      </Surface>
    </PageFrame>
  );
}
