import { CARD_LAYOUTS, CARDS_MAX, type CardLayout, type MessageCard } from '@hanasu/contract/message-content';
import { Button, Menu, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { AltTextField } from '../compose/AltTextField.tsx';
import classes from '../compose/Compose.module.css';
import { useComposing, useWrongWords } from '../compose/compose-context.ts';
import { type CardsBubble, changeBubble, changeCards, duplicateCard, moved } from '../compose/content.ts';
import { Handle, PartActions, toastUndo } from '../compose/PartActions.tsx';
import { useReorder } from '../compose/use-reorder.ts';
import { CardFields } from './CardFields.tsx';
import { RepeatCards } from './RepeatCards.tsx';
import { useStartCard } from './use-start-card.ts';

const LAYOUT_ICONS = {
  product: 'coins',
  location: 'map-pin',
  person: 'user',
  image: 'image',
  text: 'type',
  coupon: 'star',
  survey: 'list-checks',
} as const satisfies Record<CardLayout, IconName>;

interface CardsFieldProps {
  bubble: CardsBubble;
  path: string;
}

/** Cards to leaf through: one of them open, the others as lines. */
export function CardsField({ bubble, path }: CardsFieldProps) {
  const { t } = useWords();
  const { edit, scope, mayEdit } = useComposing();
  const startCard = useStartCard();
  const [openId, setOpen] = useState<string | null>(bubble.cards[0]?.id ?? null);
  const [isRepeating, setRepeating] = useState(false);
  const { id, cards, more } = bubble;
  const set = (change: (cards: readonly MessageCard[]) => readonly MessageCard[]) =>
    edit(changeCards(scope, id, change));
  const put = (next: CardsBubble) => edit(changeBubble(scope, next));
  const reorder = useReorder(
    cards.map((card) => card.id),
    (cardId, to) =>
      set((all) =>
        moved(
          all,
          all.findIndex((card) => card.id === cardId),
          to,
        ),
      ),
  );
  const add = (layout: CardLayout) => {
    const card = startCard(layout);
    set((all) => [...all, card]);
    setOpen(card.id);
  };
  const isFull = cards.length >= CARDS_MAX;
  return (
    <div className={classes.stack}>
      <ol ref={reorder.list} className={classes.cards} aria-label={t('messageComposer.kinds.cards')}>
        {cards.map((card, index) => (
          <CardRow
            key={card.id}
            bubble={bubble}
            card={card}
            index={index}
            path={`${path}.cards.${index}`}
            reorder={reorder}
            isOpen={openId === card.id}
            onOpen={setOpen}
          />
        ))}
      </ol>
      {mayEdit && (
        <AddCards
          isFull={isFull}
          onAdd={add}
          isRepeating={isRepeating}
          onRepeat={() => setRepeating(!isRepeating)}
        />
      )}
      {isRepeating && (
        <RepeatCards
          onCards={(made) => {
            set(() => made);
            setOpen(made[0]?.id ?? null);
            setRepeating(false);
          }}
          onClose={() => setRepeating(false)}
        />
      )}
      <Switch
        label={t('messageComposer.more')}
        description={t('messageComposer.moreHelp')}
        checked={more !== null}
        disabled={!mayEdit}
        onChange={(event) =>
          put({
            ...bubble,
            more: event.currentTarget.checked ? { label: t('messageComposer.moreLabel'), url: '' } : null,
          })
        }
      />
      {more && (
        <MoreFields more={more} path={`${path}.more`} onChange={(next) => put({ ...bubble, more: next })} />
      )}
      <AltTextField
        value={bubble.altText}
        path={path}
        help={t('messageComposer.altTextCards')}
        onChange={(altText) => put({ ...bubble, altText })}
      />
    </div>
  );
}

interface AddCardsProps {
  isFull: boolean;
  onAdd: (layout: CardLayout) => void;
  isRepeating: boolean;
  onRepeat: () => void;
}

function AddCards({ isFull, onAdd, isRepeating, onRepeat }: AddCardsProps) {
  const { t } = useWords();
  return (
    <div className={classes.adds}>
      <Menu position="bottom-start" width={230} returnFocus>
        <Menu.Target>
          <Button size="sm" variant="default" disabled={isFull} leftSection={<Icon name="plus" size={14} />}>
            {t('messageComposer.addCard')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {CARD_LAYOUTS.map((layout) => (
            <Menu.Item
              key={layout}
              leftSection={<Icon name={LAYOUT_ICONS[layout]} size={15} />}
              onClick={() => onAdd(layout)}
            >
              {t(`messageComposer.layouts.${layout}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<Icon name="columns-3" size={14} />}
        aria-expanded={isRepeating}
        onClick={onRepeat}
      >
        {t('messageComposer.repeat.title')}
      </Button>
    </div>
  );
}

interface CardRowProps {
  bubble: CardsBubble;
  card: MessageCard;
  index: number;
  path: string;
  reorder: ReturnType<typeof useReorder>;
  isOpen: boolean;
  onOpen: (id: string | null) => void;
}

/** One card: a line, and below it, when it is open, its fields. */
function CardRow({ bubble, card, index, path, reorder, isOpen, onOpen }: CardRowProps) {
  const { t } = useWords();
  const { edit, scope, mayEdit, media } = useComposing();
  const { id, cards } = bubble;
  const picture = card.mediaUuid && media.get(card.mediaUuid);
  const name = t('messageComposer.card', {
    number: index + 1,
    name: card.title || t(`messageComposer.layouts.${card.layout}`),
  });
  const set = (change: (cards: readonly MessageCard[]) => readonly MessageCard[]) =>
    edit(changeCards(scope, id, change));
  const remove = () => {
    set((all) => all.filter((each) => each.id !== card.id));
    toastUndo(t('messageComposer.removed', { name }), () => set((all) => all.toSpliced(index, 0, card)));
  };
  return (
    <li className={classes.card} {...reorder.rowOf(card.id, index)}>
      <div className={classes.cardHead}>
        {mayEdit && <Handle name={name} handles={reorder.handleOf(card.id)} />}
        <button
          type="button"
          className={classes.cardOpen}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : card.id)}
        >
          {picture ? (
            <img src={picture.thumbnailUrl ?? picture.url ?? ''} alt="" />
          ) : (
            <Icon name={LAYOUT_ICONS[card.layout]} size={15} />
          )}
          <span>{name}</span>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        </button>
        {mayEdit && (
          <PartActions
            name={name}
            isFirst={index === 0}
            isLast={index === cards.length - 1}
            isFull={cards.length >= CARDS_MAX}
            onMove={(by) => reorder.move(card.id, index + by)}
            onDuplicate={() => set((all) => duplicateCard(all, card.id))}
            onRemove={remove}
          />
        )}
      </div>
      {isOpen && (
        <CardFields
          card={card}
          path={path}
          bubbleId={id}
          onChange={(change) =>
            set((all) => all.map((each) => (each.id === card.id ? { ...each, ...change } : each)))
          }
        />
      )}
    </li>
  );
}

type More = NonNullable<CardsBubble['more']>;

function MoreFields({ more, path, onChange }: { more: More; path: string; onChange: (more: More) => void }) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const wrongWords = useWrongWords();
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('messageComposer.buttonLabel')}
        value={more.label}
        maxLength={20}
        readOnly={!mayEdit}
        error={wrongWords(`${path}.label`, more.label)}
        onChange={(event) => onChange({ ...more, label: event.currentTarget.value })}
      />
      <TextInput
        label={t('messageComposer.link')}
        type="url"
        placeholder="https://"
        value={more.url}
        maxLength={1000}
        readOnly={!mayEdit}
        error={wrongWords(`${path}.url`, more.url)}
        onChange={(event) => onChange({ ...more, url: event.currentTarget.value })}
      />
    </div>
  );
}
