import type { NotifyView } from '@hanasu/contract/notify';
import { Alert, Button, CopyButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { notifyQuery, useLinkChannel, useUnlinkChannel } from '../notify.queries.ts';
import classes from './Notify.module.css';
import { TestButton } from './TestButton.tsx';

type Linkable = NotifyView['links'][number];

export function PhoneSection({ links }: { links: readonly Linkable[] }) {
  const { t } = useWords();
  return (
    <SettingsSection title={t('notify.phone')} text={t('notify.phoneText')}>
      {links.length === 0 && (
        <div className={classes.row}>
          <p>{t('notify.noChannels')}</p>
          <Button variant="default" renderRoot={(props) => <Link to="/Channel" {...props} />}>
            {t('notify.toChannels')}
          </Button>
        </div>
      )}
      {links.map((link) => (
        <LinkRow key={link.channelUuid} link={link} />
      ))}
      {links.some(({ linkedAt }) => linkedAt !== null) && <TestButton way="channel" />}
    </SettingsSection>
  );
}

function LinkRow({ link: { channelUuid, name, linkedAt } }: { link: Linkable }) {
  const { t } = useWords();
  const { ago } = useFormat();
  const begin = useLinkChannel();
  const unlink = useUnlinkChannel();
  const isLinked = linkedAt !== null;
  const error = begin.error ?? unlink.error;
  return (
    <>
      <div className={classes.row}>
        <div>
          <p>{name}</p>
          <p className={classes.dim} role="status">
            {isLinked ? t('notify.linked', { when: ago(linkedAt) }) : t('notify.notLinked')}
          </p>
        </div>
        <Button
          variant="default"
          loading={begin.isPending || unlink.isPending}
          aria-label={t(isLinked ? 'notify.unlinkOf' : 'notify.linkOf', { name })}
          onClick={() => (isLinked ? unlink.mutate(channelUuid) : begin.mutate(channelUuid))}
        >
          {t(isLinked ? 'notify.unlink' : 'notify.link')}
        </Button>
      </div>
      {error && <FaultNotice error={error} />}
      {!isLinked && begin.data && <Code name={name} {...begin.data} />}
    </>
  );
}

const LOOK_MS = 2_500;

/** What to send from the phone; looks until it has come. */
function Code({ name, code, expiresAt }: { name: string; code: string; expiresAt: string }) {
  const { t } = useWords();
  const { time } = useFormat();
  useQuery({ ...notifyQuery, refetchInterval: () => (Date.now() < Date.parse(expiresAt) ? LOOK_MS : false) });
  return (
    <Alert title={t('notify.codeTitle')} my="sm">
      <p>{t('notify.codeText', { name, when: time(expiresAt) })}</p>
      <p className={classes.code}>{code}</p>
      <CopyButton value={code}>
        {({ copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {t('notify.copy')}
          </Button>
        )}
      </CopyButton>
      <p role="status">{t('notify.codeWaiting')}</p>
    </Alert>
  );
}
