import { type FoundContent, updateAccount } from '@hanasu/contract/accounts';
import { keepAccount } from '@hanasu/contract/privacy';
import { Button, Group, List, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { Icon } from '../icons/Icon.tsx';
import { toasts } from '../notifications/toasts.tsx';
import { meQuery } from '../shell.queries.ts';
import classes from './AccountBanners.module.css';
import { useIsUnconfirmed } from './use-confirm-email.ts';

/** What the person should do about their own account, above every page until it is done. */
export function AccountBanners() {
  const { data: user } = useQuery(meQuery);
  if (!user) return null;
  return (
    <>
      {user.deleteAt && <DeletionBanner deleteAt={user.deleteAt} />}
      {user.foundContent && <FoundContentDialog found={user.foundContent} />}
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

const KINDS = ['bots', 'channels', 'tools'] as const satisfies readonly (keyof FoundContent)[];

/** After an account was taken over from whoever had registered the address: what stands in it. */
function FoundContentDialog({ found }: { found: FoundContent }) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () => call(updateAccount, { body: { foundContent: null } }),
    onSuccess: (user) => queryClient.setQueryData(meQuery.queryKey, user),
  });
  const kinds = KINDS.filter((kind) => found[kind].length > 0);
  return (
    <Modal
      opened
      onClose={() => read.mutate()}
      title={t('session.found.title')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('session.found.ended')}</Text>
        <Text size="sm">{t(kinds.length > 0 ? 'session.found.look' : 'session.found.nothing')}</Text>
        {kinds.map((kind) => (
          <div key={kind}>
            <Text size="sm" fw={600}>
              {t(`session.found.${kind}`)}
            </Text>
            <List size="sm">
              {found[kind].map((name) => (
                <List.Item key={name}>{name}</List.Item>
              ))}
            </List>
          </div>
        ))}
        <Group justify="flex-end">
          <Button loading={read.isPending} onClick={() => read.mutate()}>
            {t('session.found.read')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** At the link to the account: its e-mail address is not confirmed yet. */
export function ConfirmEmailDot() {
  const { t } = useWords();
  if (!useIsUnconfirmed()) return null;
  return (
    <span className={classes.dot} title={t('session.confirm.title')}>
      <VisuallyHidden component="span">{t('session.confirm.title')}</VisuallyHidden>
    </span>
  );
}
