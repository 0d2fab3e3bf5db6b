import type { UserView } from '@hanasu/contract/accounts';
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../../i18n/use-words.ts';
import { toasts } from '../../../../shell/toasts.tsx';
import { secondFactorQuery, useFactorCode, useStartSecondFactor } from '../../account.queries.ts';
import { ProofDialog } from '../ProofDialog.tsx';
import { FactorCodeDialog } from './FactorCodeDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoStepSetup } from './TwoStepSetup.tsx';

type Dialog = 'prove' | 'renew' | 'disable' | null;

/** Off → secret as a picture → code → recovery codes once → on. */
export function TwoStep({ user }: { user: UserView }) {
  const { t } = useWords();
  const state = useQuery(secondFactorQuery);
  const start = useStartSecondFactor();
  const renew = useFactorCode('renew');
  const disable = useFactorCode('disable');
  const [dialog, setDialog] = useState<Dialog>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!state.data) return <Skeleton height={60} aria-hidden />;
  const { enabled, recoveryCodesLeft } = state.data;
  const close = () => setDialog(null);
  return (
    <Stack gap="md" align="flex-start">
      <Badge color={enabled ? 'green' : 'gray'}>{t(enabled ? 'account.on' : 'account.off')}</Badge>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {enabled && !codes && <Text size="sm">{t('account.recoveryLeft', { count: recoveryCodesLeft })}</Text>}
      {enabled && recoveryCodesLeft < 3 && <Alert color="yellow">{t('account.recoveryFew')}</Alert>}
      {!enabled && !start.data && <Button onClick={() => setDialog('prove')}>{t('account.turnOn')}</Button>}
      {!enabled && start.data && (
        <TwoStepSetup
          setup={start.data}
          onCancel={start.reset}
          onDone={(fresh) => {
            start.reset();
            setCodes(fresh);
          }}
        />
      )}
      {enabled && !codes && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setDialog('renew')}>
            {t('account.newRecoveryCodes')}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setDialog('disable')}>
            {t('account.turnOff')}
          </Button>
        </Group>
      )}
      <ProofDialog
        user={user}
        opened={dialog === 'prove'}
        onClose={close}
        title={t('account.turnOnTitle')}
        text={t('account.proveText')}
        action={t('account.goOn')}
        onProve={(password) => start.mutateAsync(password)}
      />
      <FactorCodeDialog
        opened={dialog === 'renew'}
        onClose={close}
        title={t('account.newRecoveryCodes')}
        text={t('account.newRecoveryCodesText')}
        onCode={async (code) => setCodes(await renew.mutateAsync(code))}
      />
      <FactorCodeDialog
        opened={dialog === 'disable'}
        onClose={close}
        title={t('account.turnOff')}
        text={t('account.turnOffText')}
        color="red"
        onCode={async (code) => {
          await disable.mutateAsync(code);
          toasts.add({ title: t('account.turnedOff') });
        }}
      />
    </Stack>
  );
}
