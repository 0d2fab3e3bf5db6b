import { Button, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Drawing } from '../components/Drawing.tsx';
import { usePageTitle } from '../layout/use-page-title.ts';
import classes from './MessagePage.module.css';

export function NotFoundPage() {
  const { t } = useWords();
  const path = useLocation({ select: (location) => location.pathname });
  usePageTitle(t('shell.notFoundTitle'));
  return (
    <main className={classes.page}>
      <Drawing name="closed" className={classes.drawing} />
      <Text className={classes.status}>404</Text>
      <Title order={1} className={`${classes.title} display`}>
        {t('shell.notFound', { path })}
      </Title>
      <Text c="dimmed">{t('shell.notFoundHelp')}</Text>
      <Button component="a" href="/" variant="default">
        {t('shell.toHome')}
      </Button>
    </main>
  );
}
