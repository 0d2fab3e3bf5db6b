import { LOCALES } from '@hanasu/contract/accounts';
import { GALLERY_CATEGORIES } from '@hanasu/contract/gallery';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import classes from './Gallery.module.css';
import { GalleryCards, LoadingGallery } from './GalleryCards.tsx';
import { galleryQuery } from './gallery.queries.ts';

/** Public bots, for everybody. */
export function ExplorePage() {
  const { t } = useWords();
  const search = useSearch({ from: '/_default/ExploreBot/' });
  const navigate = useNavigate({ from: '/ExploreBot/' });
  const bots = useQuery(galleryQuery(search));
  const change = (changes: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changes }), replace: true });
  const setQ = useDebouncedCallback((value: string) => change({ q: value || undefined }), 250);
  const isFiltered = Boolean(search.q || search.category || search.language);
  return (
    <Outside>
      <PageFrame title={t('gallery.title')} purpose={t('gallery.purpose')}>
        <div className={classes.filters}>
          <TextInput
            leftSection={<Icon name="search" />}
            placeholder={t('gallery.search')}
            aria-label={t('gallery.search')}
            defaultValue={search.q ?? ''}
            maxLength={200}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
          <Select
            aria-label={t('gallery.category')}
            placeholder={t('gallery.allCategories')}
            data={GALLERY_CATEGORIES.map((value) => ({ value, label: t(`gallery.categories.${value}`) }))}
            value={search.category ?? null}
            clearable
            onChange={(value) => change({ category: GALLERY_CATEGORIES.find((one) => one === value) })}
          />
          <Select
            aria-label={t('gallery.language')}
            placeholder={t('gallery.allLanguages')}
            data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
            value={search.language ?? null}
            clearable
            onChange={(value) => change({ language: LOCALES.find((one) => one === value) })}
          />
          <Select
            aria-label={t('gallery.sort')}
            data={(['popular', 'new'] as const).map((value) => ({
              value,
              label: t(`gallery.sorts.${value}`),
            }))}
            value={search.sort ?? 'popular'}
            allowDeselect={false}
            onChange={(value) => change({ sort: value === 'new' ? 'new' : undefined })}
          />
        </div>
        {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
        {bots.isPending && <LoadingGallery />}
        {bots.data && bots.data.items.length === 0 && (
          <Surface>
            {isFiltered ? (
              <EmptyState icon="search-x" title={t('gallery.nothing')} text={t('gallery.nothingText')} />
            ) : (
              <EmptyState drawing="bot" title={t('gallery.empty')} text={t('gallery.emptyText')} />
            )}
          </Surface>
        )}
        {bots.data && (
          <>
            <GalleryCards bots={bots.data.items} />
            <Pager
              page={bots.data.page}
              pageSize={bots.data.pageSize}
              total={bots.data.total}
              label={t('gallery.title')}
              onPage={(page) => change({ page: page > 1 ? page : undefined })}
            />
          </>
        )}
      </PageFrame>
    </Outside>
  );
}

/** The frame for who is not signed in has no margins of its own. */
export function Outside({ children }: { children: React.ReactNode }) {
  const { isSignedIn } = useRouteContext({ from: '/_default' });
  return isSignedIn ? children : <div className={classes.outside}>{children}</div>;
}
