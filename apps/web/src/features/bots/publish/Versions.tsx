import { type BotVersionView, rollBackBot } from '@hanasu/contract/bot-versions';
import type { BotView } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { versionQuery, versionsQuery } from '../../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { type BotValues, tidied } from '../edit/bot-values.ts';
import type { Autosave } from '../edit/use-autosave.ts';
import { ConfigDiff } from './ConfigDiff.tsx';
import classes from './Publish.module.css';
import { usePublishing } from './use-publishing.ts';

interface VersionsProps {
  bot: BotView;
  autosave: Autosave;
}

export function Versions({ bot, autosave }: VersionsProps) {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const versions = useQuery(versionsQuery(bot.uuid, page));
  if (bot.version === 0) return null;
  return (
    <section aria-labelledby="bot-versions">
      <h2 id="bot-versions" className={classes.title}>
        {t('botEditor.versions')}
      </h2>
      {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <Skeleton height={120} />}
      {versions.data && (
        <>
          <ol className={classes.versions}>
            {versions.data.items.map((version) => (
              <VersionRow key={version.number} version={version} bot={bot} autosave={autosave} />
            ))}
          </ol>
          <Pager
            page={page}
            pageSize={versions.data.pageSize}
            total={versions.data.total}
            label={t('botEditor.versions')}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
}

function VersionRow({ version, bot, autosave }: VersionsProps & { version: BotVersionView }) {
  const { t } = useWords();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { number, note, author, createdAt } = version;
  const isLive = number === bot.version;
  const name = t('botEditor.version', { version: number });
  return (
    <li className={classes.version}>
      <div className={classes.versionTop}>
        <div className={classes.versionWords}>
          <span className={classes.versionName}>{name}</span>
          {isLive && <span className={classes.dim}> · {t('botEditor.answersNow')}</span>}
          <p className={classes.dim} title={format.dateTime(createdAt)}>
            {format.ago(createdAt)} · {author?.name ?? t('botEditor.somebody')}
          </p>
          {note && <p className={classes.note}>{note}</p>}
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${t('botEditor.compare')}: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('botEditor.compare')}
        </Button>
        {!isLive && (
          <Can endpoint={rollBackBot}>
            <RollBack uuid={bot.uuid} number={number} autosave={autosave} />
          </Can>
        )}
      </div>
      {isOpen && <Comparison uuid={bot.uuid} number={number} />}
    </li>
  );
}

function Comparison({ uuid, number }: { uuid: BotView['uuid']; number: number }) {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const draft = tidied(useWatch({ control }) as BotValues);
  const version = useQuery(versionQuery(uuid, number));
  if (version.isError) return <ErrorNotice error={version.error} onRetry={() => void version.refetch()} />;
  if (!version.data) return <Skeleton height={60} mt="sm" />;
  return (
    <div className={classes.versionChanges}>
      <ConfigDiff before={version.data.config} after={draft} none={t('botEditor.sameAsDraft')} />
    </div>
  );
}

interface RollBackProps {
  uuid: BotId;
  number: number;
  autosave: Autosave;
}

/** Puts a version into the draft, after saying that the draft is lost and customers notice nothing yet. */
function RollBack({ uuid, number, autosave }: RollBackProps) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const { rollBack } = usePublishing(uuid, autosave);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${t('botEditor.rollBack')}: ${t('botEditor.version', { version: number })}`}
        onClick={dialog.open}
      >
        {t('botEditor.rollBack')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={dialog.close}
        title={t('botEditor.rollBackTitle', { version: number })}
        centered
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Stack gap="md">
          <Text size="sm">{t('botEditor.rollBackText', { version: number })}</Text>
          {rollBack.error && (
            <Alert color="red" role="alert">
              {errorMessage(rollBack.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {t('shell.cancel')}
            </Button>
            <Button
              loading={rollBack.isPending}
              onClick={() => rollBack.mutate(number, { onSuccess: dialog.close })}
            >
              {t('botEditor.rollBack')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
