import {
  CARD_DETAILS_MAX,
  CARD_LAYOUTS,
  CARDS_MAX,
  type MessageCard,
} from '@hanasu/contract/message-content';
import {
  type CardRows,
  importMediaFromUrl,
  readCardRows,
  readFeedRows,
} from '@hanasu/contract/message-templates';
import { Alert, Button, FileButton, Group, MultiSelect, Progress, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { call, upload } from '../../../shell/api/api-client.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from '../compose/Compose.module.css';
import { useComposing } from '../compose/compose-context.ts';
import {
  CARD_PARTS,
  type CardMapping,
  type CardPart,
  guessMapping,
  type MadeCard,
  makeCards,
} from './card-rows.ts';

interface RepeatCardsProps {
  onCards: (cards: readonly MessageCard[]) => void;
  onClose: () => void;
}

const ACCEPTED = '.csv,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Makes cards of the rows of a table or a feed. */
export function RepeatCards({ onCards, onClose }: RepeatCardsProps) {
  const { t } = useWords();
  const [url, setUrl] = useState('');
  const [isChecked, setChecked] = useState(false);
  const read = useMutation({
    mutationFn: (from: File | string): Promise<CardRows> =>
      from instanceof File
        ? upload(readCardRows, { file: from })
        : call(readFeedRows, { body: { url: from } }),
    meta: { inPlace: true },
  });
  const isAddress = URL.canParse(url.trim()) && /^https?:/i.test(url.trim());
  const fetchFeed = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (isAddress) read.mutate(url.trim());
  };
  return (
    <section className={classes.repeat} aria-label={t('messageComposer.repeat.title')}>
      <p className={classes.note}>{t('messageComposer.repeat.text', { count: CARDS_MAX })}</p>
      <div className={classes.repeatFrom}>
        <FileButton accept={ACCEPTED} onChange={(file) => file && read.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              size="sm"
              variant="default"
              leftSection={<Icon name="file-up" size={14} />}
              loading={read.isPending && read.variables instanceof File}
            >
              {t('messageComposer.repeat.file')}
            </Button>
          )}
        </FileButton>
        <form onSubmit={fetchFeed} noValidate>
          <TextInput
            aria-label={t('messageComposer.repeat.address')}
            placeholder={t('messageComposer.repeat.address')}
            type="url"
            size="sm"
            value={url}
            maxLength={2000}
            error={isChecked && !isAddress && t('messageComposer.linkWrong')}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="sm"
            variant="default"
            loading={read.isPending && typeof read.variables === 'string'}
          >
            {t('messageComposer.repeat.read')}
          </Button>
        </form>
      </div>
      {read.error && (
        <Alert color="red" role="alert">
          {errorMessage(read.error)}
        </Alert>
      )}
      {read.data && read.data.rows.length === 0 && (
        <p className={classes.note}>{t('messageComposer.repeat.nothing')}</p>
      )}
      {read.data && read.data.rows.length > 0 && (
        <Mapping key={read.submittedAt} rows={read.data} onCards={onCards} />
      )}
      <Group justify="flex-end">
        <Button size="sm" variant="subtle" color="gray" onClick={onClose}>
          {t('shell.close')}
        </Button>
      </Group>
    </section>
  );
}

const NONE = '-';

/** Which column is what, what comes of it, and the pictures on their way. */
function Mapping({ rows, onCards }: { rows: CardRows } & Pick<RepeatCardsProps, 'onCards'>) {
  const { t } = useWords();
  const [mapping, setMapping] = useState<CardMapping>(() =>
    guessMapping(rows, 'product', t('messageComposer.start.product.button')),
  );
  const bring = useBringPictures();
  const made = makeCards(rows, mapping);
  const run = async () => {
    const cards = await bring.run(made);
    if (cards) onCards(cards);
  };
  return (
    <div className={classes.stack}>
      <MappingFields rows={rows} mapping={mapping} onChange={setMapping} />
      <p className={classes.note} role="status">
        {t('messageComposer.repeat.made', { count: made.length })}
        {rows.rows.length > made.length && ` ${t('messageComposer.repeat.rest', { count: CARDS_MAX })}`}
        {made.some(({ isCut }) => isCut) && ` ${t('messageComposer.repeat.cut')}`}
      </p>
      <MadeCards made={made} failed={bring.failed} />
      {bring.done !== null && (
        <Progress
          value={(bring.done.count / Math.max(1, bring.done.of)) * 100}
          aria-label={t('messageComposer.repeat.pictures', bring.done)}
        />
      )}
      <span role="status" className={classes.note}>
        {bring.done !== null && t('messageComposer.repeat.pictures', bring.done)}
      </span>
      <Group gap="xs">
        {bring.left ? (
          <Button size="sm" onClick={() => bring.left && onCards(bring.left)}>
            {t('messageComposer.repeat.useAnyway')}
          </Button>
        ) : (
          <Button size="sm" disabled={made.length === 0} loading={bring.isRunning} onClick={() => void run()}>
            {t('messageComposer.repeat.make')}
          </Button>
        )}
      </Group>
    </div>
  );
}

interface MappingFieldsProps {
  rows: CardRows;
  mapping: CardMapping;
  onChange: (mapping: CardMapping) => void;
}

function MappingFields({ rows, mapping, onChange }: MappingFieldsProps) {
  const { t } = useWords();
  const columns = rows.columns.map((name, index) => ({
    value: String(index),
    label: name || t('messageComposer.repeat.column', { number: index + 1 }),
  }));
  const setColumn = (part: CardPart, value: string | null) =>
    onChange({
      ...mapping,
      columns: { ...mapping.columns, [part]: value === null || value === NONE ? null : Number(value) },
    });
  return (
    <div className={classes.mapping}>
      <Select
        size="sm"
        label={t('messageComposer.layout')}
        allowDeselect={false}
        data={CARD_LAYOUTS.map((value) => ({ value, label: t(`messageComposer.layouts.${value}`) }))}
        value={mapping.layout}
        onChange={(value) =>
          onChange({ ...mapping, layout: CARD_LAYOUTS.find((each) => each === value) ?? mapping.layout })
        }
      />
      {CARD_PARTS.map((part) => (
        <Select
          key={part}
          size="sm"
          label={t(`messageComposer.repeat.parts.${part}`)}
          allowDeselect={false}
          data={[{ value: NONE, label: t('messageComposer.repeat.none') }, ...columns]}
          value={mapping.columns[part] === null ? NONE : String(mapping.columns[part])}
          onChange={(value) => setColumn(part, value)}
        />
      ))}
      {mapping.columns.link !== null && (
        <TextInput
          size="sm"
          label={t('messageComposer.buttonLabel')}
          value={mapping.button}
          maxLength={20}
          onChange={(event) => onChange({ ...mapping, button: event.currentTarget.value })}
        />
      )}
      <MultiSelect
        size="sm"
        label={t('messageComposer.details')}
        data={columns}
        value={mapping.details.map(String)}
        maxValues={CARD_DETAILS_MAX}
        onChange={(values) => onChange({ ...mapping, details: values.map(Number) })}
      />
    </div>
  );
}

interface MadeCardsProps {
  made: readonly MadeCard[];
  failed: ReadonlyMap<number, string>;
}

function MadeCards({ made, failed }: MadeCardsProps) {
  const { t } = useWords();
  return (
    <ol className={classes.madeCards}>
      {made.map(({ card, pictureUrl }, index) => (
        <li key={card.id}>
          <strong>{card.title || t('messageComposer.card', { number: index + 1, name: '' })}</strong>
          {card.lead && <span>{card.lead}</span>}
          {card.text && <small>{card.text}</small>}
          {failed.has(index) ? (
            <small data-problem>
              {t('messageComposer.repeat.pictureFailed', { reason: failed.get(index) ?? '' })}
            </small>
          ) : (
            pictureUrl && (
              <small>
                <Icon name="image" size={12} /> {pictureUrl}
              </small>
            )
          )}
        </li>
      ))}
    </ol>
  );
}

/** Fetches the pictures of cards one after the other; failures are listed, and the cards can be used without. */
function useBringPictures() {
  const { addMedia } = useComposing();
  const [isRunning, setRunning] = useState(false);
  const [done, setDone] = useState<{ count: number; of: number } | null>(null);
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  /** Cards of which some have no picture. */
  const [left, setLeft] = useState<readonly MessageCard[] | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (made: readonly MadeCard[]): Promise<readonly MessageCard[] | null> => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const wanted = made.filter(({ pictureUrl }) => pictureUrl).length;
    const faults = new Map<number, string>();
    const cards: MessageCard[] = [];
    setRunning(true);
    setFailed(faults);
    if (wanted > 0) setDone({ count: 0, of: wanted });
    for (const [index, { card, pictureUrl }] of made.entries()) {
      if (!pictureUrl) {
        cards.push(card);
        continue;
      }
      try {
        const media = await call(importMediaFromUrl, { body: { url: pictureUrl }, signal });
        addMedia(media);
        cards.push({ ...card, mediaUuid: media.uuid });
      } catch (error) {
        if (signal.aborted) return null;
        faults.set(index, errorMessage(error));
        cards.push(card);
      }
      setDone((before) => before && { ...before, count: before.count + 1 });
    }
    setRunning(false);
    setFailed(new Map(faults));
    if (faults.size === 0) return cards;
    setLeft(cards);
    return null;
  };
  return { run, isRunning, done, failed, left };
}
