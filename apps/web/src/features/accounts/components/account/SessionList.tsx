import type { SessionItem } from '@hanasu/contract/sessions';
import { Badge, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LOCALE_TAGS } from '../../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { FaultNotice } from '../../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../../shell/Icon.tsx';
import type { IconName } from '../../../../shell/icon-names.ts';
import { toasts } from '../../../../shell/toasts.tsx';
import { sessionsQuery, useRevokeOthers, useRevokeSession } from '../../account.queries.ts';
import classes from './SettingsList.module.css';

const ICONS = {
  desktop: 'monitor',
  mobile: 'smartphone',
  tablet: 'smartphone',
  program: 'code-xml',
} as const satisfies Record<SessionItem['device']['kind'], IconName>;

export function SessionList() {
  const { t } = useWords();
  const sessions = useQuery(sessionsQuery);
  const others = useRevokeOthers();
  if (sessions.isError) return <FaultNotice error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Skeleton height={120} aria-hidden />;
  const { items } = sessions.data;
  return (
    <Stack gap="sm">
      <ul className={classes.list}>
        {items.map((session) => (
          <SessionRow key={session.uuid} session={session} />
        ))}
      </ul>
      {items.length > 1 && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="log-out" />}
            loading={others.isPending}
            onClick={() =>
              others.mutate(undefined, {
                onSuccess: ({ revoked }) =>
                  toasts.add({ title: t('account.othersEnded', { count: revoked }) }),
              })
            }
          >
            {t('account.endOthers')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function SessionRow({ session }: { session: SessionItem }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const revoke = useRevokeSession();
  const { device, place } = session;
  const name = [device.browser, device.system].filter(Boolean).join(' · ') || t('account.unknownDevice');
  const country =
    place.country && new Intl.DisplayNames(LOCALE_TAGS[locale], { type: 'region' }).of(place.country);
  return (
    <li className={classes.item}>
      <Icon name={ICONS[device.kind]} size={20} className={classes.icon} />
      <div className={classes.words}>
        <Group gap={8}>
          {name}
          {session.current && <Badge color="green">{t('account.thisDevice')}</Badge>}
        </Group>
        <span className={classes.sub}>
          {[country, place.address].filter(Boolean).join(' · ')} ·{' '}
          <span title={format.dateTime(session.lastSeenAt)}>
            {t('account.lastSeen', { when: format.ago(session.lastSeenAt) })}
          </span>
        </span>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={revoke.isPending}
          aria-label={t('account.endSessionOf', { name })}
          onClick={() => revoke.mutate(session.uuid)}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  );
}
