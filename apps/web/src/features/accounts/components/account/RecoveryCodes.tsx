import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useWords } from '../../../../i18n/use-words.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './SettingsList.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown this once: copy, save as a file, then go on. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useWords();
  const text = codes.join('\n');
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'hanasu-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Stack gap="sm" w="100%">
      <Alert color="yellow" title={t('account.recoveryTitle')}>
        <Text size="sm">{t('account.recoveryText')}</Text>
      </Alert>
      <ul className={classes.codes} aria-label={t('account.recoveryTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
              {t(copied ? 'account.copied' : 'account.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<Icon name="file-text" />} onClick={save}>
          {t('account.saveFile')}
        </Button>
        <Button onClick={onDone}>{t('account.keptThem')}</Button>
      </Group>
    </Stack>
  );
}
