import { TOOL_PROBLEMS } from '@hanasu/contract/tools';
import i18next from 'i18next';
import type { Path, UseFormReturn } from 'react-hook-form';
import { ApiFault, isFault } from '../../../shell/api-fault.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import type { ToolValues } from './tool-values.ts';

/** Puts the server's answer beside the fields of a tool; what they speak of is below `config` there. */
export function applyToolFault(form: UseFormReturn<ToolValues>, error: unknown): void {
  const problems = isFault(error) ? error.errors : [];
  let isPlaced = false;
  for (const { path, code } of problems) {
    const name = path.replace(/^body\.(config\.)?/, '') as Path<ToolValues>;
    const known = TOOL_PROBLEMS.find((each) => each === code);
    const message = known ? i18next.t(`tools.problems.${known}`) : wordsOf(error, code);
    if (!message) continue;
    form.setError(name, { type: 'server', message }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (!isPlaced) applyFault(form, error);
}

/** Codes of the whole answer that name their field: a taken name, a refused address, a missing value. */
const wordsOf = (error: unknown, code: string): string | null =>
  error instanceof ApiFault && error.code === code && code !== 'validation_failed' ? faultWords(error) : null;
