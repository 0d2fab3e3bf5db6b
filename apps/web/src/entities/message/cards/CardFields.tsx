import {
  CARD_BUTTONS_MAX,
  CARD_DETAILS_MAX,
  CARD_LAYOUTS,
  type CardButton,
  type MessageCard,
} from '@hanasu/contract/message-content';
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { BubbleNotes } from '../compose/BubbleNotes.tsx';
import classes from '../compose/Compose.module.css';
import { useComposing, useWrongWords } from '../compose/compose-context.ts';
import { InsertField } from '../compose/InsertField.tsx';
import { MediaField } from '../media/MediaField.tsx';

interface CardFieldsProps {
  card: MessageCard;
  path: string;
  bubbleId: string;
  onChange: (change: Partial<MessageCard>) => void;
}

/** What is filled in for one card. */
export function CardFields({ card, path, bubbleId, onChange }: CardFieldsProps) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const wrongWords = useWrongWords();
  const { layout, title, lead, text } = card;
  return (
    <div className={classes.cardBody}>
      <Select
        label={t('messageComposer.layout')}
        allowDeselect={false}
        readOnly={!mayEdit}
        data={CARD_LAYOUTS.map((value) => ({ value, label: t(`messageComposer.layouts.${value}`) }))}
        value={layout}
        onChange={(value) => onChange({ layout: CARD_LAYOUTS.find((each) => each === value) ?? layout })}
      />
      <MediaField
        kind="image"
        label={t('messageComposer.kinds.image')}
        value={card.mediaUuid}
        onChange={(mediaUuid) => onChange({ mediaUuid })}
      />
      <InsertField
        label={t('messageComposer.title')}
        value={title}
        max={60}
        error={wrongWords(`${path}.title`, title)}
        onChange={(next) => onChange({ title: next })}
      />
      {layout !== 'image' && (
        <>
          {layout !== 'text' && (
            <InsertField
              label={t(`messageComposer.leads.${layout}`)}
              value={lead}
              max={40}
              error={wrongWords(`${path}.lead`, lead)}
              onChange={(next) => onChange({ lead: next })}
            />
          )}
          <InsertField
            label={t('messageComposer.cardText')}
            isLong
            value={text}
            max={400}
            error={wrongWords(`${path}.text`, text)}
            onChange={(next) => onChange({ text: next })}
          />
          <Details card={card} path={path} onChange={onChange} />
        </>
      )}
      <Buttons card={card} path={path} onChange={onChange} />
      <BubbleNotes bubbleId={bubbleId} cardId={card.id} />
    </div>
  );
}

type PartProps = Pick<CardFieldsProps, 'card' | 'path' | 'onChange'>;

function Details({ card: { details }, path, onChange }: PartProps) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const wrongWords = useWrongWords();
  const set = (next: typeof details) => onChange({ details: next });
  return (
    <fieldset className={classes.part}>
      <legend>{t('messageComposer.details')}</legend>
      <ol className={classes.lines}>
        {details.map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name.
          <li key={index} className={classes.line}>
            <TextInput
              aria-label={t('messageComposer.detailLabel', { number: index + 1 })}
              placeholder={t('messageComposer.detailLabelPlaceholder')}
              value={detail.label}
              maxLength={20}
              readOnly={!mayEdit}
              onChange={(event) => set(details.with(index, { ...detail, label: event.currentTarget.value }))}
            />
            <TextInput
              aria-label={t('messageComposer.detailText', { number: index + 1 })}
              placeholder={t('messageComposer.detailTextPlaceholder')}
              value={detail.text}
              maxLength={100}
              readOnly={!mayEdit}
              error={wrongWords(`${path}.details.${index}.text`, detail.text)}
              onChange={(event) => set(details.with(index, { ...detail, text: event.currentTarget.value }))}
            />
            {mayEdit && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={t('messageComposer.detailRemove', { number: index + 1 })}
                onClick={() => set(details.toSpliced(index, 1))}
              >
                <Icon name="x" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      {mayEdit && details.length < CARD_DETAILS_MAX && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={13} />}
          onClick={() => set([...details, { label: '', text: '' }])}
        >
          {t('messageComposer.detailAdd')}
        </Button>
      )}
    </fieldset>
  );
}

function Buttons({ card: { buttons }, path, onChange }: PartProps) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const set = (next: readonly CardButton[]) => onChange({ buttons: [...next] });
  return (
    <fieldset className={classes.part}>
      <legend>{t('messageComposer.buttons')}</legend>
      <ol className={classes.lines}>
        {buttons.map((button, index) => (
          <ButtonLine
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name.
            key={index}
            number={index + 1}
            button={button}
            path={`${path}.buttons.${index}`}
            onChange={(next) => set(buttons.with(index, next))}
            onRemove={() => set(buttons.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {mayEdit && buttons.length < CARD_BUTTONS_MAX && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={13} />}
          onClick={() => set([...buttons, { label: '', action: null }])}
        >
          {t('messageComposer.buttonAdd')}
        </Button>
      )}
    </fieldset>
  );
}

interface ButtonLineProps {
  number: number;
  button: CardButton;
  path: string;
  onChange: (button: CardButton) => void;
  onRemove: () => void;
}

const DOES = ['link', 'message'] as const;

function ButtonLine({ number, button, path, onChange, onRemove }: ButtonLineProps) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const wrongWords = useWrongWords();
  const { label, action } = button;
  return (
    <li className={classes.buttonLine}>
      <TextInput
        aria-label={t('messageComposer.buttonNumber', { number })}
        placeholder={t('messageComposer.buttonLabel')}
        value={label}
        maxLength={20}
        readOnly={!mayEdit}
        error={wrongWords(`${path}.label`, label)}
        onChange={(event) => onChange({ ...button, label: event.currentTarget.value })}
      />
      <Select
        aria-label={t('messageComposer.buttonDoes', { number })}
        placeholder={t('messageComposer.buttonDoesChoose')}
        allowDeselect={false}
        readOnly={!mayEdit}
        data={DOES.map((value) => ({ value, label: t(`messageComposer.does.${value}`) }))}
        value={action?.kind ?? null}
        onChange={(kind) =>
          onChange({
            ...button,
            action: kind === 'link' ? { kind, url: '' } : { kind: 'message', text: label },
          })
        }
      />
      {action?.kind === 'link' && (
        <TextInput
          aria-label={t('messageComposer.buttonLink', { number })}
          type="url"
          placeholder="https://"
          value={action.url}
          maxLength={1000}
          readOnly={!mayEdit}
          error={wrongWords(`${path}.action.url`, action.url)}
          onChange={(event) =>
            onChange({ ...button, action: { kind: 'link', url: event.currentTarget.value } })
          }
        />
      )}
      {action?.kind === 'message' && (
        <TextInput
          aria-label={t('messageComposer.buttonText', { number })}
          placeholder={t('messageComposer.buttonTextPlaceholder')}
          value={action.text}
          maxLength={300}
          readOnly={!mayEdit}
          error={wrongWords(`${path}.action.text`, action.text)}
          onChange={(event) =>
            onChange({ ...button, action: { kind: 'message', text: event.currentTarget.value } })
          }
        />
      )}
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={t('messageComposer.buttonRemove', { number })}
          onClick={onRemove}
        >
          <Icon name="x" />
        </ActionIcon>
      )}
    </li>
  );
}
