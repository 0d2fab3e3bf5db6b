import type { Feedback } from '@hanasu/contract/inbox';
import { ActionIcon, Button, Popover, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import classes from './ChatPanel.module.css';

interface ThumbsProps {
  feedback: Feedback | null;
  onRate: (rating: 'up' | 'down' | null, reason: string) => Promise<void>;
}

/** Whether an answer was good; a bad one is asked for its reason. Pressed again, it is taken back. */
export function Thumbs({ feedback, onRate }: ThumbsProps) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const rate = (rating: 'up' | 'down' | null, why = '') =>
    onRate(rating, why).catch((fault: unknown) => toasts.add({ title: faultWords(fault), color: 'error' }));
  const press = (rating: 'up' | 'down') => {
    const isTakenBack = feedback?.rating === rating;
    setReason('');
    setAsking(rating === 'down' && !isTakenBack);
    void rate(isTakenBack ? null : rating);
  };
  const thumb = (rating: 'up' | 'down', label: string) => (
    <ActionIcon
      size={26}
      variant={feedback?.rating === rating ? 'light' : 'subtle'}
      color={feedback?.rating === rating ? undefined : 'gray'}
      aria-pressed={feedback?.rating === rating}
      onClick={() => press(rating)}
      aria-label={label}
      title={feedback?.rating === rating && feedback.reason ? `${label}: ${feedback.reason}` : label}
    >
      <Icon name={rating === 'up' ? 'thumbs-up' : 'thumbs-down'} size={14} />
    </ActionIcon>
  );
  return (
    <>
      {thumb('up', t('chat.good'))}
      <Popover
        opened={isAsking}
        onChange={setAsking}
        width={300}
        shadow="md"
        withinPortal
        trapFocus
        returnFocus
      >
        <Popover.Target>{thumb('down', t('chat.bad'))}</Popover.Target>
        <Popover.Dropdown aria-label={t('chat.whyBad')}>
          <form
            className={classes.reason}
            onSubmit={(event) => {
              event.preventDefault();
              setAsking(false);
              void rate('down', reason.trim());
            }}
          >
            <Textarea
              label={t('chat.whyBad')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" size="compact-sm" disabled={!reason.trim()}>
              {t('chat.sendReason')}
            </Button>
          </form>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
