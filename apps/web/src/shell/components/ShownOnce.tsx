import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { CopyButton } from '../clipboard/CopyButton.tsx';
import { Icon } from '../icons/Icon.tsx';
import classes from './SecretList.module.css';

interface ShownOnceProps {
  title: string;
  text: string;
  /** What it is, for who does not see it. */
  label: string;
  value: string;
  onDone: () => void;
}

/** A secret that is never shown again. */
export function ShownOnce({ title, text, label, value, onDone }: ShownOnceProps) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <Alert color="yellow" title={title}>
        <Text size="sm">{text}</Text>
      </Alert>
      <output className={classes.secret} aria-label={label}>
        {value}
      </output>
      <Group gap="xs" justify="flex-end">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<Icon name={copied ? 'check' : 'copy'} />}
              onClick={copy}
              data-autofocus
            >
              {t(copied ? 'shell.copied' : 'shell.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('shell.kept')}</Button>
      </Group>
    </Stack>
  );
}
