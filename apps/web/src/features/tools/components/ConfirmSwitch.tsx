import type { ToolKind } from '@hanasu/contract/tools';
import { Switch } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import type { ToolValues } from './tool-values.ts';

/** For tools that change something outside: whether the customer is asked before each call. */
export function ConfirmSwitch({ kind }: { kind: ToolKind }) {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  const method = useWatch({ control, name: 'method' });
  if (kind === 'handover' || (kind === 'http' && method === 'GET')) return null;
  return (
    <Controller
      control={control}
      name="confirmation"
      render={({ field: { value, onChange, ...field } }) => (
        <Switch
          label={t('tools.confirm')}
          description={t('tools.confirmHelp')}
          checked={value === 'customer'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'customer' : 'off')}
          {...field}
        />
      )}
    />
  );
}
