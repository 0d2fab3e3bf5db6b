import { TOOL_CONFIRMATIONS, type ToolKind } from '@hanasu/contract/tools';
import { NativeSelect } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import type { ToolValues } from './tool-values.ts';

/** For tools that change something outside: who confirms each call. */
export function ConfirmSelect({ kind }: { kind: ToolKind }) {
  const { t } = useWords();
  const { control, register } = useFormContext<ToolValues>();
  const method = useWatch({ control, name: 'method' });
  const chosen = useWatch({ control, name: 'confirmation' }) ?? 'off';
  if (kind === 'handover' || (kind === 'http' && method === 'GET')) return null;
  return (
    <NativeSelect
      label={t('tools.confirm')}
      description={t(`tools.confirmHelp.${chosen}`)}
      data={TOOL_CONFIRMATIONS.toReversed().map((value) => ({
        value,
        label: t(`tools.confirmers.${value}`),
      }))}
      {...register('confirmation')}
    />
  );
}
