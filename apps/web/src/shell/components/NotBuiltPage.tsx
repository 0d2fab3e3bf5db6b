import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { type PlannedPage, plannedPage, TODAY } from '../planned-pages.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageFrame } from './PageFrame.tsx';
import { Surface } from './Surface.tsx';

/** A page of the product whose part is not built yet: what it will be for, and what can be done today. */
export function NotBuiltPage({ page }: { page: PlannedPage }) {
  const { t } = useWords();
  const { id } = useParams({ strict: false });
  const { icon, today, payment } = plannedPage(page);
  return (
    <PageFrame title={t(`pages.${page}.title`)} purpose={t(`pages.${page}.purpose`)}>
      <Surface>
        <EmptyState
          icon={icon}
          title={t('pages.notBuilt')}
          text={
            <>
              {payment && <strong>{t('pages.noMoney')} </strong>}
              {t(`pages.today.${today}.text`)}
            </>
          }
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
