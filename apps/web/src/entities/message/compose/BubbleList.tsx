import { BUBBLES_MAX, type Bubble, type BubbleKind } from '@hanasu/contract/message-content';
import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { useStartCard } from '../cards/use-start-card.ts';
import { BubbleFields } from './BubbleFields.tsx';
import { BubbleNotes } from './BubbleNotes.tsx';
import classes from './Compose.module.css';
import { useComposing } from './compose-context.ts';
import {
  blankBubble,
  bubblesIn,
  duplicateBubble,
  insertBubble,
  moveBubble,
  removeBubble,
} from './content.ts';
import { Handle, PartActions, toastUndo } from './PartActions.tsx';
import { useReorder } from './use-reorder.ts';

const BUBBLE_ICONS = {
  text: 'type',
  image: 'image',
  video: 'video',
  audio: 'audio-lines',
  'rich-message': 'mouse-pointer-click',
  cards: 'files',
  form: 'form-input',
  native: 'code-xml',
} as const satisfies Record<BubbleKind, IconName>;

const FIRST_KINDS = ['text', 'image', 'cards', 'rich-message'] as const;
const MORE_KINDS = ['video', 'audio', 'form', 'native'] as const;

/** The bubbles of a message in their order, and what can be added. */
export function BubbleList() {
  const { t } = useWords();
  const { content, scope, edit, mayEdit } = useComposing();
  const bubbles = bubblesIn(content, scope);
  const startCard = useStartCard();
  const [said, setSaid] = useState('');
  const newest = useRef<string | null>(null);
  const nameOf = (bubble: Bubble) =>
    t('messageComposer.bubble', {
      number: bubbles.indexOf(bubble) + 1,
      kind: t(`messageComposer.kinds.${bubble.kind}`),
    });
  const reorder = useReorder(
    bubbles.map(({ id }) => id),
    (id, to) => {
      const bubble = bubbles.find((each) => each.id === id);
      if (bubble) setSaid(t('messageComposer.moved', { name: nameOf(bubble), place: to + 1 }));
      edit(moveBubble(scope, id, to));
    },
  );
  const add = (kind: BubbleKind) => {
    const bubble = blankBubble(kind, startCard('product'));
    newest.current = bubble.id;
    edit(insertBubble(scope, bubble));
  };
  const { list } = reorder;
  useEffect(() => {
    if (newest.current === null || bubbles.length === 0) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-item="${newest.current}"]`)
      ?.querySelector<HTMLElement>('textarea, input:not([type="file"]), fieldset button, [data-first]')
      ?.focus();
    newest.current = null;
  }, [bubbles, list]);
  const isFull = bubbles.length >= BUBBLES_MAX;
  return (
    <div className={classes.stack}>
      <ol ref={list} className={classes.bubbles} aria-label={t('messageComposer.bubbles')}>
        {bubbles.map((bubble, index) => (
          <BubbleRow
            key={bubble.id}
            bubble={bubble}
            index={index}
            name={nameOf(bubble)}
            count={bubbles.length}
            reorder={reorder}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {mayEdit && !isFull && <AddBubbles onAdd={add} />}
      {mayEdit && isFull && (
        <p className={classes.note}>{t('messageComposer.full', { count: BUBBLES_MAX })}</p>
      )}
    </div>
  );
}

interface BubbleRowProps {
  bubble: Bubble;
  index: number;
  name: string;
  count: number;
  reorder: ReturnType<typeof useReorder>;
}

function BubbleRow({ bubble, index, name, count, reorder }: BubbleRowProps) {
  const { t } = useWords();
  const { scope, edit, mayEdit } = useComposing();
  const remove = () => {
    edit(removeBubble(scope, bubble.id));
    toastUndo(t('messageComposer.removed', { name }), () => edit(insertBubble(scope, bubble, index)));
  };
  return (
    <li className={classes.bubble} {...reorder.rowOf(bubble.id, index)}>
      <header className={classes.bubbleHead}>
        {mayEdit && <Handle name={name} handles={reorder.handleOf(bubble.id)} />}
        <h3>
          <Icon name={BUBBLE_ICONS[bubble.kind]} size={15} /> {name}
        </h3>
        {mayEdit && (
          <PartActions
            name={name}
            isFirst={index === 0}
            isLast={index === count - 1}
            isFull={count >= BUBBLES_MAX}
            onMove={(by) => reorder.move(bubble.id, index + by)}
            onDuplicate={() => edit(duplicateBubble(scope, bubble.id))}
            onRemove={remove}
          />
        )}
      </header>
      <div className={classes.bubbleBody}>
        <BubbleFields
          bubble={bubble}
          path={scope === null ? `bubbles.${index}` : `variants.${scope}.${index}`}
        />
        <BubbleNotes bubbleId={bubble.id} />
      </div>
    </li>
  );
}

function AddBubbles({ onAdd }: { onAdd: (kind: BubbleKind) => void }) {
  const { t } = useWords();
  return (
    <fieldset className={classes.adds} aria-label={t('messageComposer.add')}>
      <span className={classes.addLabel} aria-hidden>
        {t('messageComposer.add')}
      </span>
      {FIRST_KINDS.map((kind) => (
        <Button
          key={kind}
          size="sm"
          variant="default"
          leftSection={<Icon name={BUBBLE_ICONS[kind]} size={14} />}
          onClick={() => onAdd(kind)}
        >
          {t(`messageComposer.kinds.${kind}`)}
        </Button>
      ))}
      <Menu position="bottom-start" width={260} returnFocus>
        <Menu.Target>
          <Button size="sm" variant="default" rightSection={<Icon name="chevron-down" size={13} />}>
            {t('messageComposer.addMore')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MORE_KINDS.map((kind) => (
            <Menu.Item
              key={kind}
              leftSection={<Icon name={BUBBLE_ICONS[kind]} size={15} />}
              onClick={() => onAdd(kind)}
            >
              {t(`messageComposer.kinds.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}
