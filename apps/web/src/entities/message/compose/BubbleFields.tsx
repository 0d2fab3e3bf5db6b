import type { FormId } from '@hanasu/contract/ids';
import { BUBBLE_TEXT_MAX, type Bubble } from '@hanasu/contract/message-content';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { listRichMessages, type RichMessageView } from '@hanasu/contract/rich-messages';
import { Button, Group, Select, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { everyPage } from '../../contact/customers.queries.ts';
import { formsQuery } from '../../form/forms.queries.ts';
import { CardsField } from '../cards/CardsField.tsx';
import { MediaField } from '../media/MediaField.tsx';
import classes from './Compose.module.css';
import { useComposing, useWrongWords } from './compose-context.ts';
import { changeBubble } from './content.ts';
import { InsertField } from './InsertField.tsx';
import { NativeField } from './NativeField.tsx';

interface BubbleFieldsProps {
  bubble: Bubble;
  /** Its place in the message, as `bubbles.0`. */
  path: string;
}

/** What is filled in for one bubble. */
export function BubbleFields({ bubble, path }: BubbleFieldsProps) {
  const { t } = useWords();
  const { edit, scope } = useComposing();
  const wrongWords = useWrongWords();
  const put = (next: Bubble) => edit(changeBubble(scope, next));
  switch (bubble.kind) {
    case 'text':
      return (
        <InsertField
          label={t('messageComposer.text')}
          isLong
          isFirst
          value={bubble.text}
          max={BUBBLE_TEXT_MAX}
          error={wrongWords(`${path}.text`, bubble.text)}
          onChange={(text) => put({ ...bubble, text })}
        />
      );
    case 'image':
    case 'video':
    case 'audio':
      return (
        <MediaField
          kind={bubble.kind}
          label={t(`messageComposer.kinds.${bubble.kind}`)}
          value={bubble.mediaUuid}
          onChange={(mediaUuid) => put({ ...bubble, mediaUuid })}
        />
      );
    case 'rich-message':
      return (
        <RichMessageField
          value={bubble.richMessageUuid}
          onChange={(richMessageUuid) => put({ ...bubble, richMessageUuid })}
        />
      );
    case 'form':
      return <FormField value={bubble.formUuid} onChange={(formUuid) => put({ ...bubble, formUuid })} />;
    case 'cards':
      return <CardsField bubble={bubble} path={path} />;
    case 'native':
      return <NativeField bubble={bubble} path={path} onChange={put} />;
    default:
      return bubble satisfies never;
  }
}

const richMessagesQuery = queryOptions({
  queryKey: ['rich-messages', 'all'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listRichMessages, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

/** Pictures are loaded from here, whatever name the server goes by outside. */
const ownPath = (url: string): string => URL.parse(url, location.origin)?.pathname ?? url;

interface PickProps<Id> {
  value: Id | null;
  onChange: (value: Id | null) => void;
}

function RichMessageField({ value, onChange }: PickProps<RichMessageView['uuid']>) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const { data, error, isPending, refetch } = useQuery(richMessagesQuery);
  const [isChoosing, setChoosing] = useState(value === null);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton height={96} aria-hidden />;
  const chosen = data.find(({ uuid }) => uuid === value);
  return (
    <div className={classes.stack}>
      {chosen && !isChoosing && <RichMessageOption item={chosen} />}
      {isChoosing && data.length === 0 && <p className={classes.note}>{t('messageComposer.richNone')}</p>}
      {isChoosing && data.length > 0 && (
        <fieldset className={classes.picks} aria-label={t('messageComposer.richChoose')}>
          {data.map((item) => (
            <button
              key={item.uuid}
              type="button"
              aria-pressed={item.uuid === value}
              disabled={!mayEdit}
              onClick={() => {
                onChange(item.uuid);
                setChoosing(false);
              }}
            >
              <RichMessageOption item={item} />
            </button>
          ))}
        </fieldset>
      )}
      {mayEdit && (
        <Group gap="xs">
          {!isChoosing && (
            <Button size="sm" variant="default" onClick={() => setChoosing(true)}>
              {t('messageComposer.richOther')}
            </Button>
          )}
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            rightSection={<Icon name="external-link" size={13} />}
            renderRoot={(props) => <Link to="/Channel/rich-message" target="_blank" {...props} />}
          >
            {t('messageComposer.richCreate')}
          </Button>
          {isChoosing && (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<Icon name="refresh-cw" size={13} />}
              onClick={() => void refetch()}
            >
              {t('messageComposer.refresh')}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

function RichMessageOption({ item: { name, baseUrl, problems } }: { item: RichMessageView }) {
  const { t } = useWords();
  return (
    <span className={classes.pick}>
      {baseUrl ? (
        <img src={`${ownPath(baseUrl)}/240`} alt="" loading="lazy" />
      ) : (
        <span className={classes.noPicture}>
          <Icon name="image" size={22} />
        </span>
      )}
      <span>{name}</span>
      {problems.length > 0 && <small>{t('messageComposer.richUnfinished')}</small>}
    </span>
  );
}

function FormField({ value, onChange }: PickProps<FormId>) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const { data: forms, error, refetch } = useQuery(formsQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!forms) return <Skeleton height={60} aria-hidden />;
  const offered = forms.filter(({ state, uuid }) => state === 'open' || uuid === value);
  return (
    <div className={classes.stack}>
      <Select
        label={t('messageComposer.form')}
        description={t('messageComposer.formHelp')}
        placeholder={t('messageComposer.formChoose')}
        data={offered.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
        value={value}
        readOnly={!mayEdit}
        searchable={offered.length > 7}
        allowDeselect={false}
        error={
          value !== null &&
          !offered.some(({ uuid }) => uuid === value) &&
          t('messageComposer.problem.form_missing')
        }
        onChange={(next) => onChange(offered.find(({ uuid }) => uuid === next)?.uuid ?? null)}
      />
      {offered.length === 0 && <p className={classes.note}>{t('messageComposer.formNone')}</p>}
    </div>
  );
}
