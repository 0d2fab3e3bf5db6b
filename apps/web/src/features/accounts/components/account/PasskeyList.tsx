import type { UserView } from '@hanasu/contract/accounts';
import type { PasskeyView } from '@hanasu/contract/sessions';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import { toasts } from '../../../../shell/toasts.tsx';
import { passkeysQuery, useAddPasskey, useDeletePasskey } from '../../account.queries.ts';
import { canUsePasskeys } from '../PasskeyButton.tsx';
import { ProofDialog } from '../ProofDialog.tsx';
import classes from './SettingsList.module.css';

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const;

/** A name for a passkey that its owner will know again. */
const deviceName = (userAgent: string): string =>
  SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';

/** Left the browser's own question: nothing to say. */
const wasLeft = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

export function PasskeyList({ user }: { user: UserView }) {
  const { t } = useWords();
  const [asking, dialog] = useDisclosure(false);
  const passkeys = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const addNew = async (password: string | undefined) => {
    try {
      await add.mutateAsync({ name: deviceName(navigator.userAgent), password });
      toasts.add({ title: t('account.passkeyAdded') });
    } catch (error) {
      if (!wasLeft(error)) throw error;
    }
  };
  if (!passkeys.data) return <Skeleton height={60} aria-hidden />;
  return (
    <Stack gap="sm" align="stretch">
      {passkeys.data.items.length > 0 && (
        <ul className={classes.list}>
          {passkeys.data.items.map((passkey) => (
            <PasskeyRow key={passkey.uuid} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Group>
          <Button variant="default" leftSection={<Icon name="key-round" />} onClick={dialog.open}>
            {t('account.addPasskey')}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('account.noPasskeys')}
        </Text>
      )}
      <ProofDialog
        user={user}
        opened={asking}
        onClose={dialog.close}
        title={t('account.addPasskey')}
        text={t('account.proveText')}
        action={t('account.goOn')}
        onProve={addNew}
      />
    </Stack>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const { t } = useWords();
  const format = useFormat();
  const remove = useDeletePasskey();
  const used = passkey.lastUsedAt
    ? t('account.lastUsed', { when: format.ago(passkey.lastUsedAt) })
    : t('account.neverUsed');
  return (
    <li className={classes.item}>
      <Icon name="key-round" size={20} className={classes.icon} />
      <div className={classes.words}>
        {passkey.name}
        <span className={classes.sub}>
          {t('account.added', { when: format.date(passkey.createdAt) })} · {used}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={remove.isPending}
        aria-label={t('account.removePasskey', { name: passkey.name })}
        onClick={() => remove.mutate(passkey.uuid)}
      >
        {t('account.remove')}
      </Button>
    </li>
  );
}
