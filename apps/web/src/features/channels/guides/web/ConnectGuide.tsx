import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../../i18n/use-words.ts';
import { Surface } from '../../../../shell/components/Surface.tsx';

/** Nothing is connected: each bot brings its own, which is switched on with its sites. */
export function ConnectGuide() {
  const { t } = useWords();
  return (
    <Surface>
      <Stack align="flex-start">
        <Text>{t('channel.webChat.text')}</Text>
        <Button renderRoot={(props) => <Link to="/Channel/embed" {...props} />}>
          {t('channel.webChat.title')}
        </Button>
      </Stack>
    </Surface>
  );
}
