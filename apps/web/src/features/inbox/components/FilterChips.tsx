import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { channelsQuery } from '../../channels/channels.queries.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import { filtersOf, type InboxView } from '../inbox-view.ts';
import classes from './List.module.css';

interface FilterChipsProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
}

/** The filters that narrow the list now; a press takes one away. */
export function FilterChips({ view, onView }: FilterChipsProps) {
  const { t } = useWords();
  const { data: channels } = useQuery(channelsQuery);
  const { data: operators } = useQuery(operatorsQuery);
  if (filtersOf(view) === 0 && !view.sort) return null;
  const assignee =
    view.assignee === 'none'
      ? t('inboxWork.filter.nobody')
      : operators?.find(({ uuid }) => uuid === view.assignee)?.name;
  const chips: readonly (readonly [keyof InboxView, string | undefined | false])[] = [
    ['channel', view.channel && (channels?.items.find(({ uuid }) => uuid === view.channel)?.name ?? '…')],
    ['assignee', view.assignee && (assignee ?? '…')],
    ['unread', view.unread && t('inboxWork.filter.unread')],
    ['late', view.late && t('inboxWork.filter.late')],
    ['sort', view.sort && t('inboxWork.filter.sorts.waiting')],
  ];
  return (
    <div className={classes.chips}>
      {chips.map(
        ([name, words]) =>
          words && (
            <button
              key={name}
              type="button"
              className={classes.filterChip}
              aria-label={t('inboxWork.filter.remove', { what: words })}
              onClick={() => onView({ [name]: undefined })}
            >
              {words} <Icon name="x" size={12} />
            </button>
          ),
      )}
    </div>
  );
}
