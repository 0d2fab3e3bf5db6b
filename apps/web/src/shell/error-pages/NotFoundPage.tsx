import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { type FormEvent, lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Drawing } from '../components/Drawing.tsx';
import { Icon } from '../icons/Icon.tsx';
import { usePageTitle } from '../layout/use-page-title.ts';
import { useOpenPalette } from '../palette/open-palette.ts';
import { readToken } from '../session/session.ts';
import classes from './MessagePage.module.css';
import { similarPath } from './similar-path.ts';

const AppLayout = lazy(async () => ({ default: (await import('../layout/AppLayout.tsx')).AppLayout }));
const PublicLayout = lazy(async () => ({
  default: (await import('../layout/PublicLayout.tsx')).PublicLayout,
}));

/** What no route is for stands in the frame that every page has; below a route its frame is there already. */
export function NotFoundRoute() {
  const isFramed = useMatches({ select: (matches) => matches.length > 1 });
  return isFramed ? (
    <NotFoundPage />
  ) : (
    <Framed>
      <NotFoundPage />
    </Framed>
  );
}

/** The frame of every page, by who is signed in. */
export function Framed({ children }: { children: ReactNode }) {
  const Layout = readToken() === null ? PublicLayout : AppLayout;
  return (
    <Suspense fallback={null}>
      <Layout>{children}</Layout>
    </Suspense>
  );
}

/** The reader's own words first; the specification's line stands small beside them. */
export function NotFoundPage() {
  const { t } = useWords();
  const path = useLocation({ select: (location) => location.pathname });
  const query = useLocation({ select: (location) => location.searchStr });
  const meant = similarPath(path, Object.keys(useRouter().routesByPath));
  usePageTitle(t('shell.notFoundHeadline'));
  return (
    <div className={classes.page}>
      <Drawing name="closed" className={classes.drawing} />
      <p className={`${classes.headline} display`}>{t('shell.notFoundHeadline')}</p>
      <Text className={classes.status}>404</Text>
      <Title order={1} className={classes.status}>
        {t('shell.notFound', { path })}
      </Title>
      <Text c="dimmed">{t('shell.notFoundHelp')}</Text>
      <Group justify="center">
        {meant && (
          <Button component="a" href={meant + query}>
            {t('shell.openSimilar', { path: meant })}
          </Button>
        )}
        <SearchField />
        <Button component="a" href="/" variant="default">
          {t('shell.toHome')}
        </Button>
      </Group>
    </div>
  );
}

/** Hands what is typed to the palette. */
function SearchField() {
  const { t } = useWords();
  const open = useOpenPalette();
  if (!open) return null;
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    open(String(new FormData(event.currentTarget).get('query') ?? ''));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: Mantine knows no search element.
    <form role="search" onSubmit={search} className={classes.search}>
      <TextInput
        name="query"
        aria-label={t('shell.palette.title')}
        placeholder={t('shell.palette.placeholder')}
        leftSection={<Icon name="search" size={15} />}
      />
      <Button type="submit">{t('shell.searchHere')}</Button>
    </form>
  );
}
