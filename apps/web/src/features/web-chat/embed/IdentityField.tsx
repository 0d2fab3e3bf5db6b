import type { EmbedSetting } from '@hanasu/contract/embed';
import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Embed.module.css';
import { useRotateSecret, useUpdateEmbed } from './embed.queries.ts';

/** Visitors whom the site has signed in: the secret, and whether only they may chat. */
export function IdentityField({ setting }: { setting: EmbedSetting }) {
  const { t } = useWords();
  const [isSure, setSure] = useState(false);
  const rotate = useRotateSecret(setting.botUuid);
  const update = useUpdateEmbed(setting.botUuid);
  const fault = rotate.error ?? update.error;
  const make = () => {
    setSure(false);
    rotate.mutate();
  };
  return (
    <fieldset className={classes.plain}>
      <legend>{t('embed.identity')}</legend>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('embed.identityText')}
        </Text>
        {rotate.data ? (
          <>
            <Alert color="yellow">{t('embed.secretOnce')}</Alert>
            <output className={classes.secret} aria-label={t('embed.secret')}>
              {rotate.data.secret}
            </output>
            <Group gap="xs">
              <CopyButton value={rotate.data.secret}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    size="xs"
                    leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
                    onClick={copy}
                  >
                    {t(copied ? 'embed.copied' : 'embed.copy')}
                  </Button>
                )}
              </CopyButton>
              <Button size="xs" onClick={() => rotate.reset()}>
                {t('embed.secretKept')}
              </Button>
            </Group>
          </>
        ) : isSure ? (
          <Alert color="yellow">
            <Stack gap="xs">
              <Text size="sm">{t('embed.renewWarning')}</Text>
              <Group gap="xs">
                <Button size="xs" color="red" onClick={make}>
                  {t('embed.renew')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setSure(false)}>
                  {t('shell.cancel')}
                </Button>
              </Group>
            </Stack>
          </Alert>
        ) : (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="key-round" size={14} />}
              loading={rotate.isPending}
              onClick={setting.hasIdentitySecret ? () => setSure(true) : make}
            >
              {t(setting.hasIdentitySecret ? 'embed.renew' : 'embed.makeSecret')}
            </Button>
          </Group>
        )}
        <Switch
          label={t('embed.identityRequired')}
          description={t('embed.identityRequiredHelp')}
          checked={setting.identityRequired}
          disabled={!setting.hasIdentitySecret || update.isPending}
          onChange={(event) => update.mutate({ identityRequired: event.currentTarget.checked })}
        />
        {fault && (
          <Text size="sm" c="red" role="alert">
            {errorMessage(fault)}
          </Text>
        )}
      </Stack>
    </fieldset>
  );
}
