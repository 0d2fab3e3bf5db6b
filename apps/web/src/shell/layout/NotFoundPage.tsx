import { Button, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import classes from './MessagePage.module.css';
import { usePageTitle } from './use-page-title.ts';

export function NotFoundPage() {
  const { t } = useWords();
  const path = useLocation({ select: (location) => location.pathname });
  usePageTitle(t('shell.notFoundTitle'));
  return (
    <main className={classes.page}>
      <Text className={classes.status}>404</Text>
      <Title order={1} size="h3">
        {t('shell.notFound', { path })}
      </Title>
      <Text c="dimmed">{t('shell.notFoundHelp')}</Text>
      <Button component="a" href="/" variant="default">
        {t('shell.toHome')}
      </Button>
    </main>
  );
}
