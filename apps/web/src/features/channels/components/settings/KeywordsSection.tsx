import { type ChannelSettings, KEYWORD_MATCHES } from '@hanasu/contract/channel-settings';
import { ActionIcon, Button, Checkbox, Select, Stack, Switch, TagsInput, Textarea } from '@mantine/core';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { useWords } from '../../../../i18n/use-words.ts';
import { StackedSection } from '../../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../../shell/Icon.tsx';
import { newId } from '../../../../shell/new-id.ts';
import classes from './Settings.module.css';

const MOST = 200;

/** What is answered at once, in the order in which it is tried. */
export function KeywordsSection() {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  // The contract's own `id` is part of the value, so the list keeps its own under another name.
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'keywords', keyName: 'key' });
  const add = () =>
    append(
      { id: newId(), enabled: true, match: 'contains', words: [], reply: '', wantsPerson: false },
      { focusName: `keywords.${fields.length}.words` },
    );
  return (
    <StackedSection title={t('channelSettings.keywords')} text={t('channelSettings.keywordsText')}>
      <Stack gap="sm">
        {fields.length === 0 && <p className={classes.empty}>{t('channelSettings.noKeywords')}</p>}
        {fields.map(({ key }, index) => (
          <KeywordCard
            key={key}
            index={index}
            isLast={index === fields.length - 1}
            onMove={(by) => swap(index, index + by)}
            onRemove={() => remove(index)}
          />
        ))}
        {fields.length < MOST && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={add}
            className={classes.add ?? ''}
          >
            {t('channelSettings.addKeyword')}
          </Button>
        )}
      </Stack>
    </StackedSection>
  );
}

interface KeywordCardProps {
  index: number;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function KeywordCard({ index, isLast, onMove, onRemove }: KeywordCardProps) {
  const { t } = useWords();
  const { control, register, formState, watch } = useFormContext<ChannelSettings>();
  const errors = formState.errors.keywords?.[index];
  const match = watch(`keywords.${index}.match`);
  const number = index + 1;
  return (
    <fieldset className={classes.keyword}>
      <legend>{t('channelSettings.keyword', { number })}</legend>
      <div className={classes.keywordTop}>
        <Controller
          control={control}
          name={`keywords.${index}.enabled`}
          render={({ field }) => (
            <Switch
              label={t('channelSettings.enabled')}
              checked={field.value}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
            />
          )}
        />
        <span className={classes.moves}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            disabled={index === 0}
            onClick={() => onMove(-1)}
            aria-label={t('channelSettings.up', { number })}
          >
            <Icon name="arrow-up" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            disabled={isLast}
            onClick={() => onMove(1)}
            aria-label={t('channelSettings.down', { number })}
          >
            <span className={classes.down}>
              <Icon name="arrow-up" />
            </span>
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            onClick={onRemove}
            aria-label={t('channelSettings.removeKeyword', { number })}
          >
            <Icon name="trash-2" />
          </ActionIcon>
        </span>
      </div>
      <Controller
        control={control}
        name={`keywords.${index}.match`}
        render={({ field }) => (
          <Select
            label={t('channelSettings.match')}
            description={t(`channelSettings.matchHelp.${match}`)}
            data={KEYWORD_MATCHES.map((value) => ({ value, label: t(`channelSettings.matches.${value}`) }))}
            value={field.value}
            onChange={(value) => value && field.onChange(value)}
            allowDeselect={false}
          />
        )}
      />
      <Controller
        control={control}
        name={`keywords.${index}.words`}
        render={({ field }) => (
          <TagsInput
            label={t('channelSettings.words')}
            description={t('channelSettings.wordsHelp')}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            maxTags={30}
            maxLength={300}
            splitChars={match === 'pattern' ? [] : [',', '、', '\n']}
            error={wordsError(errors?.words)}
            ref={field.ref}
          />
        )}
      />
      <Textarea
        label={t('channelSettings.reply')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...register(`keywords.${index}.reply`)}
        error={errors?.reply?.message}
      />
      <Controller
        control={control}
        name={`keywords.${index}.wantsPerson`}
        render={({ field }) => (
          <Checkbox
            label={t('channelSettings.wantsPerson')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
          />
        )}
      />
    </fieldset>
  );
}

interface WordsFault {
  readonly message?: string | undefined;
}

/** Of the list, or of the first word in it that is at fault. */
function wordsError(fault: WordsFault | readonly (WordsFault | undefined)[] | undefined): string | undefined {
  if (!fault) return undefined;
  if ('message' in fault && fault.message) return fault.message;
  return Array.isArray(fault)
    ? fault.find((one: WordsFault | undefined) => one?.message)?.message
    : undefined;
}
