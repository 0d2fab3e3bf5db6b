import { NOTIFY_EVENTS, NOTIFY_WAYS, type NotifyEvent, type NotifySettings } from '@hanasu/contract/notify';
import { Checkbox, Switch } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import classes from './Notify.module.css';

/** Forms are not built yet, so nothing tells of them. */
const EVENTS = NOTIFY_EVENTS.filter((event) => event !== 'form_submitted');

/** What happens by how one is told. */
export function RulesSection() {
  const { t } = useWords();
  return (
    <StackedSection title={t('notify.rules')} text={t('notify.rulesText')}>
      <table className={classes.rules}>
        <thead>
          <tr>
            <th scope="col">{t('notify.event')}</th>
            {NOTIFY_WAYS.map((way) => (
              <th key={way} scope="col">
                {t(`notify.ways.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {EVENTS.map((event) => (
            <RuleRow key={event} event={event} />
          ))}
        </tbody>
      </table>
      <Controller<NotifySettings, 'onlyMine'>
        name="onlyMine"
        render={({ field }) => (
          <Switch
            mt="md"
            label={t('notify.onlyMine')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
            ref={field.ref}
          />
        )}
      />
    </StackedSection>
  );
}

function RuleRow({ event }: { event: NotifyEvent }) {
  const { t } = useWords();
  const { control } = useFormContext<NotifySettings>();
  const label = t(`notify.events.${event}`);
  return (
    <tr>
      <th scope="row">
        {label}
        <span className={classes.help}>{t(`notify.eventHelp.${event}`)}</span>
      </th>
      {NOTIFY_WAYS.map((way) => (
        <td key={way} data-way={t(`notify.ways.${way}`)}>
          <Controller
            control={control}
            name={`rules.${way}`}
            render={({ field }) => (
              <Checkbox
                size="md"
                aria-label={t('notify.tick', { event: label, way: t(`notify.ways.${way}`) })}
                checked={field.value.includes(event)}
                onChange={(change) =>
                  field.onChange(withOrWithout(field.value, event, change.currentTarget.checked))
                }
              />
            )}
          />
        </td>
      ))}
    </tr>
  );
}

/** Always in the same order, so that what was ticked and unticked is unchanged. */
const withOrWithout = (events: readonly NotifyEvent[], event: NotifyEvent, isIn: boolean): NotifyEvent[] =>
  inOrder(isIn ? [...events, event] : events.filter((one) => one !== event));

const inOrder = (events: readonly NotifyEvent[]): NotifyEvent[] =>
  NOTIFY_EVENTS.filter((event) => events.includes(event));
