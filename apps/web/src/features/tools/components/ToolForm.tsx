import type { BotId } from '@hanasu/contract/ids';
import type { ToolView } from '@hanasu/contract/tools';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useSaveTool } from '../tools.queries.ts';
import { applyToolFault } from './apply-tool-fault.ts';
import { ConfirmSelect } from './ConfirmSelect.tsx';
import { HttpFields } from './HttpFields.tsx';
import { McpFields } from './McpFields.tsx';
import classes from './Tools.module.css';
import { TryTool } from './TryTool.tsx';
import { configOf, type OpenTool, type ToolValues, VALUE_SCHEMAS, valuesOf } from './tool-values.ts';

interface ToolFormProps {
  botUuid: BotId;
  open: OpenTool;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

export function ToolForm({ botUuid, open: { kind, tool: given }, onDirty, onClose }: ToolFormProps) {
  const { t } = useWords();
  const [tool, setTool] = useState(given);
  const form = useForm<ToolValues>({
    resolver: zodResolver(VALUE_SCHEMAS[kind]) as unknown as Resolver<ToolValues>,
    defaultValues: valuesOf(given),
  });
  const save = useSaveTool(botUuid);
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  /** Null when something is wrong with the fields, which then say so. */
  const store = async (): Promise<ToolView | null> => {
    if (tool && !form.formState.isDirty) return tool;
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return null;
    const values = form.getValues();
    const { name, description } = values;
    const body = { name, description, enabled: tool?.enabled ?? true, config: configOf(kind, values) };
    try {
      const saved = await save.mutateAsync({ tool, body });
      setTool(saved);
      form.reset(valuesOf(saved));
      return saved;
    } catch (error) {
      applyToolFault(form, error);
      return null;
    }
  };
  const submit = async () => {
    const isNew = tool === null;
    if (!(await store())) return;
    toasts.add({ title: t('tools.saved') });
    // A new one is tried, or told what it may use, before anything else.
    if (!isNew || kind === 'handover') onClose();
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="lg">
          <TextInput
            label={t('tools.name')}
            description={t('tools.nameHelp')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.register('name')}
            error={errors.name?.message}
          />
          <Textarea
            label={t('tools.description')}
            placeholder={t(`tools.descriptions.${kind}`)}
            autosize
            minRows={2}
            maxRows={6}
            {...form.register('description')}
            error={errors.description?.message}
          />
          {kind === 'http' && <HttpFields />}
          {kind === 'mcp' && <McpFields tool={tool} store={store} />}
          <ConfirmSelect kind={kind} />
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <Group gap="xs" className={classes.footer ?? ''}>
            <Button type="submit" loading={save.isPending}>
              {t('tools.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {kind !== 'handover' && <TryTool kind={kind} store={store} />}
    </FormProvider>
  );
}
