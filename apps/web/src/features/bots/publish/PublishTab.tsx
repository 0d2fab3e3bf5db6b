import { type BotVersionView, pauseBot, publishBot, rollBackBot } from '@hanasu/contract/bot-versions';
import type { BotView } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { BotStateBadge } from '../../../entities/bot/BotStateBadge.tsx';
import { usePauseBot, versionQuery, versionsQuery } from '../../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { type BotValues, tidied } from '../edit/bot-values.ts';
import type { Autosave } from '../edit/use-autosave.ts';
import { ConfigDiff } from './ConfigDiff.tsx';
import classes from './Publish.module.css';
import { SampleTextSection } from './SampleTextSection.tsx';
import { usePublishing } from './use-publishing.ts';

interface PublishTabProps {
  bot: BotView;
  autosave: Autosave;
  /** Where else the bot can be found. */
  children: ReactNode;
}

/** What answers customers, what would change, and what did before. */
export function PublishTab({ bot, autosave, children }: PublishTabProps) {
  return (
    <Stack gap="xl">
      <LiveState bot={bot} autosave={autosave} />
      <SampleTextSection bot={bot} autosave={autosave} />
      <DraftChanges bot={bot} />
      <Can endpoint={publishBot}>
        <PublishForm bot={bot} autosave={autosave} />
      </Can>
      <Versions bot={bot} autosave={autosave} />
      {children}
    </Stack>
  );
}

/** What publishing would change for customers. */
function DraftChanges({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const draft = tidied(useWatch({ control }) as BotValues);
  const live = useQuery({ ...versionQuery(bot.uuid, bot.version), enabled: bot.version > 0 });
  if (bot.version === 0) return null;
  if (live.isError) return <ErrorNotice error={live.error} onRetry={() => void live.refetch()} />;
  if (!live.data) return <Skeleton height={90} />;
  return (
    <section aria-labelledby="draft-changes">
      <h2 id="draft-changes" className={classes.title}>
        {t('botEditor.changesTitle', { version: bot.version })}
      </h2>
      <ConfigDiff before={live.data.config} after={draft} none={t('botEditor.noChanges')} />
    </section>
  );
}

/** Whether the bot answers now, since when, and the way to stop it. */
function LiveState({ bot, autosave }: { bot: BotView; autosave: Autosave }) {
  const { t } = useWords();
  const format = useFormat();
  const pause = usePauseBot();
  const isPaused = bot.state === 'paused';
  const change = async () => {
    await autosave.flush();
    autosave.replace(await pause.mutateAsync({ uuid: bot.uuid, paused: !isPaused }));
  };
  return (
    <section className={classes.state}>
      <div className={classes.stateWords}>
        <BotStateBadge state={bot.state} />
        <p className={classes.sentence}>{t(`botEditor.stateTexts.${bot.state}`)}</p>
        {bot.publishedAt && (
          <p className={classes.dim} title={format.dateTime(bot.publishedAt)}>
            {t('botEditor.versionSince', { version: bot.version, when: format.ago(bot.publishedAt) })}
          </p>
        )}
      </div>
      {(isPaused || bot.version > 0) && (
        <Can endpoint={pauseBot}>
          <Button
            variant="default"
            leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
            loading={pause.isPending}
            onClick={() => void change().catch(() => undefined)}
          >
            {t(isPaused ? 'botEditor.resume' : 'botEditor.pause')}
          </Button>
        </Can>
      )}
    </section>
  );
}

/** Makes the draft what answers, or drops it. */
function PublishForm({ bot, autosave }: { bot: BotView; autosave: Autosave }) {
  const { t } = useWords();
  const [note, setNote] = useState('');
  const [isAsking, dialog] = useDisclosure(false);
  const { publish, discard } = usePublishing(bot.uuid, autosave);
  // Of a paused bot the state doesn't say whether there is something new; the server knows.
  const canPublish = bot.state !== 'live' || autosave.state !== 'saved';
  const canDiscard = bot.version > 0 && canPublish;
  if (!canPublish) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate(note, { onSuccess: (published) => published && setNote('') });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('botEditor.note')}
          description={t('botEditor.noteHelp')}
          placeholder={t('botEditor.notePlaceholder')}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={publish.isPending} disabled={bot.sampleText.length > 0}>
            {t('botEditor.publish')}
          </Button>
          {canDiscard && (
            <Button variant="default" onClick={dialog.open}>
              {t('botEditor.discard')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        onConfirm={() => discard.mutate(undefined, { onSuccess: dialog.close })}
        title={t('botEditor.discardTitle')}
        action={t('botEditor.discard')}
        pending={discard.isPending}
        error={discard.error}
      >
        <Text size="sm">{t('botEditor.discardText', { version: bot.version })}</Text>
      </ConfirmDelete>
    </form>
  );
}

interface VersionsProps {
  bot: BotView;
  autosave: Autosave;
}

function Versions({ bot, autosave }: VersionsProps) {
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
  const ends = { from: t('shell.versions.version', { number }), to: t('shell.versions.draft') };
  return (
    <div className={classes.versionChanges}>
      <h3>{t('shell.versions.differences', ends)}</h3>
      <ConfigDiff before={version.data.config} after={draft} none={t('shell.versions.same')} />
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
