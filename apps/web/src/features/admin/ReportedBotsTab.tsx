import type { ReportedBotView } from '@hanasu/contract/admin';
import { REPORT_REASONS } from '@hanasu/contract/gallery';
import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { reportedBotsQuery, usePutBackBot, useTakeDownBot } from './admin.queries.ts';

/** Public bots that were reported or taken down. */
export function ReportedBotsTab() {
  const { t } = useWords();
  const bots = useQuery(reportedBotsQuery);
  if (bots.isError) return <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />;
  if (!bots.data) return <Skeleton height={200} radius="lg" aria-hidden />;
  if (bots.data.items.length === 0) {
    return (
      <Surface>
        <EmptyState icon="check-circle-2" title={t('admin.bots.none')} text={t('admin.bots.noneText')} />
      </Surface>
    );
  }
  return (
    <Stack gap="md">
      {bots.data.items.map((bot) => (
        <ReportedBot key={bot.uuid} bot={bot} />
      ))}
    </Stack>
  );
}

function ReportedBot({ bot }: { bot: ReportedBotView }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Surface aria-label={bot.title} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: '1 1 240px', minWidth: 0 }}>
            <Group gap={6}>
              {bot.hiddenAt ? (
                <Text fw={500}>{bot.title}</Text>
              ) : (
                <Anchor
                  fw={500}
                  renderRoot={(props) => (
                    <Link to="/ExploreBot/$slug" params={{ slug: bot.slug }} {...props} />
                  )}
                >
                  {bot.title}
                </Anchor>
              )}
              {bot.hiddenAt && (
                <Badge color="yellow">{t('admin.bots.hidden', { date: format.date(bot.hiddenAt) })}</Badge>
              )}
              {bot.reports > 0 && (
                <Badge color="red">
                  {t('bot.reports', { count: bot.reports, number: format.number(bot.reports) })}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {t('admin.bots.of', { account: bot.account.name })}
            </Text>
          </div>
          <Switcher bot={bot} />
        </Group>
        {bot.description && <Text size="sm">{bot.description}</Text>}
        <Reports texts={bot.texts} />
      </Stack>
    </Surface>
  );
}

function Reports({ texts }: Pick<ReportedBotView, 'texts'>) {
  const { t } = useWords();
  const format = useFormat();
  if (texts.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" m={0} pl="md" aria-label={t('admin.bots.reports')}>
      {texts.map(({ reason, text, createdAt }) => {
        const known = REPORT_REASONS.find((one) => one === reason) ?? 'other';
        return (
          <Text component="li" size="sm" key={`${createdAt} ${reason} ${text}`}>
            <Text span fw={500} size="sm">
              {t(`bot.reportReasons.${known}`)}
            </Text>{' '}
            <Text span c="dimmed" size="sm">
              {format.ago(createdAt)}
            </Text>
            {text && <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>}
          </Text>
        );
      })}
    </Stack>
  );
}

/** Takes the bot out of the gallery or puts it back, after a question. */
function Switcher({ bot: { uuid, title, hiddenAt } }: { bot: ReportedBotView }) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const takeDown = useTakeDownBot();
  const putBack = usePutBackBot();
  const act = hiddenAt ? putBack : takeDown;
  const name = hiddenAt ? 'putBack' : 'takeDown';
  const confirm = () =>
    act.mutate(uuid, {
      onSuccess: () => {
        dialog.close();
        toasts.add({ title: t(`admin.bots.${name}.done`, { title }) });
      },
    });
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open} aria-haspopup="dialog">
        {t(`admin.bots.${name}.action`)}
      </Button>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t(`admin.bots.${name}.title`, { title })}
        action={t(`admin.bots.${name}.action`)}
        pending={act.isPending}
        error={act.error}
      >
        {t(`admin.bots.${name}.text`)}
      </ConfirmDelete>
    </>
  );
}
