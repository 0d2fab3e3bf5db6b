import { keepAccount } from '@hanasu/contract/privacy';
import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { Icon } from '../icons/Icon.tsx';
import { toasts } from '../notifications/toasts.tsx';
import { meQuery } from '../shell.queries.ts';
import classes from './AccountBanners.module.css';
import { useIsUnconfirmed } from './use-confirm-email.ts';

/** Few ever see it. */
const FoundContentDialog = lazy(async () => ({
  default: (await import('./FoundContentDialog.tsx')).FoundContentDialog,
}));

/** What the person should do about their own account, above every page until it is done. */
export function AccountBanners() {
  const { data: user } = useQuery(meQuery);
  if (!user) return null;
  return (
    <>
      {user.deleteAt && <DeletionBanner deleteAt={user.deleteAt} />}
      <Suspense>{user.foundContent && <FoundContentDialog found={user.foundContent} />}</Suspense>
    </>
  );
}

function DeletionBanner({ deleteAt }: { deleteAt: string }) {
  const { t } = useWords();
  const format = useFormat();
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call(keepAccount),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      toasts.add({ title: t('session.deletion.kept') });
    },
  });
  return (
    <section className={classes.banner} data-serious aria-label={t('session.deletion.title')}>
      <Icon name="triangle-alert" />
      <span>{t('session.deletion.banner', { date: format.dateTime(deleteAt) })}</span>
      <Button size="compact-sm" loading={keep.isPending} onClick={() => keep.mutate()}>
        {t('session.deletion.keep')}
      </Button>
    </section>
  );
}

/** At the link to the account: its e-mail address is not confirmed yet. */
export function ConfirmEmailDot({ onCorner = false }: { onCorner?: boolean }) {
  const { t } = useWords();
  if (!useIsUnconfirmed()) return null;
  return (
    <span className={classes.dot} data-on-corner={onCorner || undefined} title={t('session.confirm.title')}>
      <VisuallyHidden component="span">{t('session.confirm.title')}</VisuallyHidden>
    </span>
  );
}
