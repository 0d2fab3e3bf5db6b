import type { BotId } from '@hanasu/contract/ids';
import { TOOL_CONFIRMATIONS, TOOL_PROBLEMS, type ToolKind, type ToolView } from '@hanasu/contract/tools';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Button,
  Group,
  Input,
  NativeSelect,
  Select,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import {
  FormProvider,
  type Path,
  type Resolver,
  type UseFormReturn,
  useController,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { formsQuery } from '../../../entities/form/forms.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { GuardedDrawer } from '../../../shell/components/GuardedDrawer.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { HttpFields } from './HttpFields.tsx';
import { McpFields } from './McpFields.tsx';
import { N8nFields, WorkflowFields } from './N8nFields.tsx';
import { ToolRuns } from './ToolRuns.tsx';
import classes from './Tools.module.css';
import { TryTool } from './TryTool.tsx';
import { configOf, type OpenTool, type ToolValues, VALUE_SCHEMAS, valuesOf } from './tool-values.ts';
import { useSaveTool } from './tools.queries.ts';

interface ToolPanelProps {
  botUuid: BotId;
  open: OpenTool;
  onClose: () => void;
}

/** A tool beside the page. What was typed is not lost by a slip: leaving asks first. */
export function ToolPanel({ botUuid, open, onClose }: ToolPanelProps) {
  const { t } = useWords();
  const [isDirty, setDirty] = useState(false);
  const kind = t(`tools.kinds.${open.kind}.name`);
  return (
    <GuardedDrawer
      isDirty={isDirty}
      onClose={onClose}
      size={640}
      padding="lg"
      title={open.tool ? open.tool.name : t('tools.newTitle', { kind })}
      transitionProps={{ duration: 120 }}
    >
      <ToolForm botUuid={botUuid} open={open} onDirty={setDirty} onClose={onClose} />
    </GuardedDrawer>
  );
}

interface ToolFormProps {
  botUuid: BotId;
  open: OpenTool;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

function ToolForm({ botUuid, open: { kind, tool: given, formId }, onDirty, onClose }: ToolFormProps) {
  const { t } = useWords();
  const [tool, setTool] = useState(given);
  const form = useForm<ToolValues>({
    resolver: zodResolver(VALUE_SCHEMAS[kind]) as unknown as Resolver<ToolValues>,
    defaultValues: { ...valuesOf(kind, given), ...(formId ? { formId } : {}) },
  });
  const save = useSaveTool(botUuid);
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const workflowId = useWatch({ control: form.control, name: 'workflowId' });
  // A workflow is chosen first: the rest is filled in from it.
  const isReady = kind !== 'n8n' || workflowId !== '';

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
      form.reset(valuesOf(kind, saved));
      return saved;
    } catch (error) {
      applyToolError(form, error);
      return null;
    }
  };
  const submit = async () => {
    const isNew = tool === null;
    if (!(await store())) return;
    toasts.add({ title: t('tools.saved') });
    // A new one is tried, or told what it may use, before anything else.
    if (!isNew || kind === 'handover' || kind === 'form') onClose();
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
          {kind === 'n8n' && <WorkflowFields />}
          {isReady && (
            <>
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
              {kind === 'n8n' && <N8nFields />}
              {kind === 'mcp' && <McpFields tool={tool} store={store} />}
              {kind === 'form' && <FormSelect />}
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
            </>
          )}
        </Stack>
      </form>
      {kind !== 'handover' && kind !== 'form' && (
        <>
          {isReady && <TryTool kind={kind} store={store} />}
          {tool && <ToolRuns uuid={tool.uuid} />}
        </>
      )}
    </FormProvider>
  );
}

/** Puts the server's answer beside the fields of a tool; what they speak of is below `config` there. */
function applyToolError(form: UseFormReturn<ToolValues>, error: unknown): void {
  const problems = isApiError(error) ? error.errors : [];
  let isPlaced = false;
  for (const { path, code } of problems) {
    const name = path.replace(/^body\.(config\.)?/, '') as Path<ToolValues>;
    const known = TOOL_PROBLEMS.find((each) => each === code);
    const message = known ? i18next.t(`tools.problems.${known}`) : wordsOf(error, code);
    if (!message) continue;
    form.setError(name, { type: 'server', message }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (!isPlaced) applyFormError(form, error);
}

/** Codes of the whole answer that name their field: a taken name, a refused address, a missing value. */
const wordsOf = (error: unknown, code: string): string | null =>
  error instanceof ApiError && error.code === code && code !== 'validation_failed'
    ? errorMessage(error)
    : null;

/** For tools that change something outside: who confirms each call. */
function ConfirmSelect({ kind }: { kind: ToolKind }) {
  const { t } = useWords();
  const { control, register } = useFormContext<ToolValues>();
  const method = useWatch({ control, name: 'method' });
  const chosen = useWatch({ control, name: 'confirmation' }) ?? 'off';
  const onlyReads = useWatch({ control, name: 'onlyReads' });
  if (kind === 'handover' || kind === 'form') return null;
  if (kind === 'n8n' ? onlyReads : kind === 'http' && method === 'GET') return null;
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

/** Which of the published forms the bot begins. */
function FormSelect() {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const { control } = useFormContext<ToolValues>();
  const { field, fieldState } = useController({ control, name: 'formId' });
  const forms = useQuery(formsQuery);
  if (forms.isPending) return <Skeleton height={90} aria-hidden />;
  if (forms.isError) return <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />;
  const published = forms.data.filter(({ version }) => version !== null);
  if (published.length === 0)
    return (
      <Alert color="gray">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('tools.noForms')}</Text>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/Channel/custom_form" search={{ create: true }} {...props} />}
          >
            {t('tools.makeForm')}
          </Button>
          {fieldState.error && <Input.Error role="alert">{fieldState.error.message}</Input.Error>}
        </Stack>
      </Alert>
    );
  return (
    <Select
      label={t('tools.form')}
      description={t('tools.formHelp')}
      data={nameOptions(published)}
      searchable
      allowDeselect={false}
      {...field}
      error={fieldState.error?.message}
    />
  );
}
