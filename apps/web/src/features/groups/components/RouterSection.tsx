import { GROUP_ROUTERS, type GroupRouter } from '@hanasu/contract/groups';
import type { ServiceView } from '@hanasu/contract/services';
import { Radio, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import classes from './GroupEdit.module.css';
import { type GroupValues, ROUTER_ICONS } from './group-values.ts';

/** The built-in model only quotes: it can't choose. */
const canChoose = ({ group, provider, available }: ServiceView): boolean =>
  group === 'model' && provider !== 'builtin' && available;

export function RouterSection() {
  const { t } = useWords();
  const { control, setValue, getValues } = useFormContext<GroupValues>();
  const router = useWatch({ control, name: 'router' });
  const { data: services } = useQuery(servicesQuery);
  const able = services?.filter(canChoose) ?? [];
  const choose = (next: GroupRouter) => {
    setValue('router', next, { shouldDirty: true });
    const first = able[0];
    if (next === 'model' && getValues('serviceUuid') === null && first)
      setValue('serviceUuid', first.uuid, { shouldDirty: true });
  };
  return (
    <section>
      <Radio.Group
        label={t('groups.whoChooses')}
        value={router}
        onChange={(value) => choose(GROUP_ROUTERS.find((name) => name === value) ?? 'similarity')}
      >
        <div className={classes.choices}>
          {GROUP_ROUTERS.map((name) => {
            const isMissing = name === 'model' && services !== undefined && able.length === 0;
            return (
              <RouterCard key={name} name={name} disabled={isMissing && router !== 'model'}>
                {isMissing ? t('groups.noModel') : t(`groups.routers.${name}.text`)}
              </RouterCard>
            );
          })}
        </div>
      </Radio.Group>
      {router === 'model' && <ServiceSelect able={able} services={services ?? []} />}
    </section>
  );
}

function RouterCard(props: { name: GroupRouter; disabled: boolean; children: string }) {
  const { name, disabled, children } = props;
  const { t } = useWords();
  return (
    <Radio.Card value={name} disabled={disabled} className={classes.choice ?? ''}>
      <span className={classes.choiceIcon}>
        <Icon name={ROUTER_ICONS[name]} size={18} />
      </span>
      <span className={classes.choiceWords}>
        <span className={classes.choiceName}>{t(`groups.routers.${name}.name`)}</span>
        <span className={classes.choiceText}>{children}</span>
      </span>
      <Radio.Indicator disabled={disabled} />
    </Radio.Card>
  );
}

function ServiceSelect({ able, services }: { able: ServiceView[]; services: ServiceView[] }) {
  const { t } = useWords();
  const { control } = useFormContext<GroupValues>();
  return (
    <Controller
      control={control}
      name="serviceUuid"
      render={({ field, fieldState }) => {
        const lost = services.find(
          ({ uuid }) => uuid === field.value && !able.some((one) => one.uuid === uuid),
        );
        return (
          <Select
            className={classes.indented ?? ''}
            label={t('groups.service')}
            description={t('groups.serviceHelp')}
            data={[...able, ...(lost ? [lost] : [])].map(({ uuid, name }) => ({ value: uuid, label: name }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            allowDeselect={false}
            searchable
            error={fieldState.error?.message}
          />
        );
      }}
    />
  );
}
