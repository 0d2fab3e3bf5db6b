import { ActionIcon, Indicator, Popover, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { filtersOf, type InboxView } from '../inbox-view.ts';
import classes from './List.module.css';

/** Fetched when the filters are first opened: lists to choose from are large. */
const FilterFields = lazy(async () => ({ default: (await import('./FilterFields.tsx')).FilterFields }));

interface FilterMenuProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
}

/** Channel, colleague, unread, late, and the order: behind one button, because most days none is needed. */
export function FilterMenu({ view, onView }: FilterMenuProps) {
  const { t } = useWords();
  const active = filtersOf(view) + (view.sort ? 1 : 0);
  return (
    <Popover width={280} position="bottom-end" shadow="md" withinPortal trapFocus withRoles>
      <Indicator
        disabled={active === 0}
        label={<span aria-hidden>{active}</span>}
        size={16}
        offset={4}
        color="var(--accent-text)"
        classNames={{ indicator: classes.filterCount ?? '' }}
      >
        <Popover.Target>
          <ActionIcon
            variant={active > 0 ? 'light' : 'default'}
            size={30}
            aria-label={
              active > 0 ? t('inboxList.filter.active', { count: active }) : t('inboxList.filter.button')
            }
            title={t('inboxList.filter.button')}
          >
            <Icon name="settings-2" size={15} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('inboxList.filter.button')}>
        <Suspense fallback={<Skeleton height={420} aria-hidden />}>
          <FilterFields view={view} onView={onView} isActive={active > 0} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
