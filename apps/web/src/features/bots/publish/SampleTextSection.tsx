import { publishBot } from '@hanasu/contract/bot-versions';
import type { BotVariable, BotView, SampleText } from '@hanasu/contract/bots';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Menu, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { botQuery, templatesQuery } from '../../../entities/bot/bots.queries.ts';
import { useChangeDocument } from '../../../entities/knowledge/documents.queries.ts';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { BotValues } from '../edit/bot-values.ts';
import type { Autosave } from '../edit/use-autosave.ts';
import classes from './SampleText.module.css';

interface SampleTextProps {
  bot: BotView;
  autosave: Autosave;
}

/** What was made up and has to be replaced before customers may read it, each with its one click. */
export function SampleTextSection({ bot, autosave }: SampleTextProps) {
  const { t } = useWords();
  if (bot.sampleText.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="triangle-alert" size={18} />} title={t('botPublish.sampleTitle')}>
      <p className={classes.help}>{t('botPublish.sampleHelp')}</p>
      <ul className={classes.list}>
        {bot.sampleText.map((sample) => (
          <li key={sample.kind === 'knowledge' ? sample.documentUuid : sample.name} className={classes.item}>
            {sample.kind === 'knowledge' ? (
              <SampleKnowledge bot={bot} sample={sample} autosave={autosave} />
            ) : (
              <SampleFact sample={sample} autosave={autosave} />
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface SampleKnowledgeProps extends SampleTextProps {
  sample: Extract<SampleText, { kind: 'knowledge' }>;
}

function SampleKnowledge({ bot, sample, autosave }: SampleKnowledgeProps) {
  const { t } = useWords();
  const form = useFormContext<BotValues>();
  const { data: bases } = useQuery(knowledgesQuery());
  const { data: templates } = useQuery(templatesQuery);
  const document = { uuid: sample.documentUuid, knowledgeUuid: sample.uuid };
  const own = bases?.items.filter((base) => !base.sample) ?? [];
  const others = own.filter(({ uuid }) => !bot.knowledgeUuids.includes(uuid));
  /** Questions that came with the sample go with it. */
  const replace = (by: KnowledgeId | null) => {
    const uuids = form
      .getValues('knowledgeUuids')
      .flatMap((uuid) => (uuid === sample.uuid ? (by ?? []) : uuid));
    const shipped = new Set(templates?.items.flatMap(({ suggestedQuestions }) => suggestedQuestions));
    const questions = form
      .getValues('settings.suggestedQuestions')
      .filter((question) => !shipped.has(question));
    form.setValue('knowledgeUuids', [...new Set(uuids)], { shouldDirty: true });
    form.setValue('settings.suggestedQuestions', questions, { shouldDirty: true });
    void autosave.flush();
  };
  return (
    <>
      <p className={classes.what}>
        {t('botPublish.sampleKnowledge', { name: sample.name })}{' '}
        {sample.passages > 0 && t('botPublish.samplePassages', { count: sample.passages })}
      </p>
      <Can endpoint={publishBot}>
        <Group gap="xs">
          <ReplaceButton bases={others} onReplace={replace} />
          {own.length > others.length && (
            <Button size="xs" variant="default" onClick={() => replace(null)}>
              {t('botPublish.detach')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/Knowledge/$id/documents/$documentId"
                params={{ id: sample.uuid, documentId: sample.documentUuid }}
                {...props}
              />
            )}
          >
            {t('botPublish.openSample')}
          </Button>
          <ConfirmSample bot={bot} document={document} />
        </Group>
      </Can>
    </>
  );
}

interface ReplaceButtonProps {
  bases: readonly { uuid: KnowledgeId; name: string }[];
  onReplace: (by: KnowledgeId) => void;
}

/** One base: a click; several: a choice; none: the way to get one. */
function ReplaceButton({ bases, onReplace }: ReplaceButtonProps) {
  const { t } = useWords();
  const [first, second] = bases;
  if (!first) {
    return (
      <Button size="xs" renderRoot={(props) => <Link to="/Knowledge/Add" {...props} />}>
        {t('botPublish.addBase')}
      </Button>
    );
  }
  if (!second) {
    return (
      <Button size="xs" onClick={() => onReplace(first.uuid)}>
        {t('botPublish.useBase', { name: first.name })}
      </Button>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" rightSection={<Icon name="chevron-down" size={14} />}>
          {t('botPublish.chooseBase')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {bases.map(({ uuid, name }) => (
          <Menu.Item key={uuid} onClick={() => onReplace(uuid)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The owner has read it, and it is true of the shop. */
function ConfirmSample({
  bot,
  document,
}: {
  bot: BotView;
  document: Parameters<ReturnType<typeof useChangeDocument>['mutate']>[0]['document'];
}) {
  const { t } = useWords();
  const update = useChangeDocument();
  const { refetch } = useQuery({ ...botQuery(bot.uuid), enabled: false });
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={update.isPending}
      onClick={() =>
        update.mutate({ document, body: { sample: false } }, { onSuccess: () => void refetch() })
      }
    >
      {t('botPublish.confirmSample')}
    </Button>
  );
}

interface SampleFactProps {
  sample: Extract<SampleText, { kind: 'fact' }>;
  autosave: Autosave;
}

function SampleFact({ sample, autosave }: SampleFactProps) {
  const { t } = useWords();
  const { getValues, setValue } = useFormContext<BotValues>();
  const [typed, setTyped] = useState('');
  const { name, label, value, gap } = sample;
  const save = (next: Pick<BotVariable, 'value' | 'sample'>) => {
    const variables = getValues('settings.variables');
    const changed = variables.some((variable) => variable.name === name)
      ? variables.map(({ sample: _, ...variable }) =>
          variable.name === name ? { ...variable, ...next } : variable,
        )
      : [...variables, { name, required: true, ...next }];
    setValue('settings.variables', changed, { shouldDirty: true });
    void autosave.flush();
  };
  return (
    <Can endpoint={publishBot} otherwise={<p className={classes.what}>{label}</p>}>
      <form
        className={classes.fact}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) save({ value: typed.trim() });
        }}
      >
        <TextInput
          className={classes.field ?? ''}
          label={label}
          description={t(`botPublish.fact.${gap}`, { value, name: `{{${name}}}` })}
          maxLength={2_000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button size="sm" type="submit" disabled={!typed.trim()}>
            {t('botPublish.saveFact')}
          </Button>
          {gap === 'sample' && (
            <Button size="sm" variant="subtle" onClick={() => save({ value, sample: false })}>
              {t('botPublish.keepFact')}
            </Button>
          )}
        </Group>
      </form>
    </Can>
  );
}
