import type { ToolKind, ToolParameter, ToolTest, ToolView } from '@hanasu/contract/tools';
import { Alert, Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFailureWords } from '../../../entities/conversation/use-tool-failure-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { JsonView } from '../../../shell/components/JsonView.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';
import { useTestTool } from './tools.queries.ts';

interface TryToolProps {
  kind: Exclude<ToolKind, 'handover' | 'form'>;
  store: () => Promise<ToolView | null>;
}

/** Calls the tool as the bot would; what was changed is saved first. */
export function TryTool({ kind, store }: TryToolProps) {
  const { t } = useWords();
  const { control, formState } = useFormContext<ToolValues>();
  const [given, tools, trigger] = useWatch({ control, name: ['parameters', 'tools', 'trigger'] });
  const isChat = kind === 'n8n' && trigger?.kind === 'chat';
  const parameters = isChat ? [chatInput(t('tools.n8n.chatInput')), ...given] : given;
  const [texts, setTexts] = useState<TryTexts>({});
  const [json, setJson] = useState('{}');
  const [chosen, setChosen] = useState<string | null>(null);
  const test = useTestTool();
  const remote = chosen !== null && tools.includes(chosen) ? chosen : (tools[0] ?? null);
  const input = kind === 'mcp' ? readObject(json) : inputOf(parameters, texts);
  if (kind === 'mcp' && remote === null) return null;
  const run = async () => {
    if (input === null) return;
    const saved = await store();
    if (saved)
      test.mutate({ uuid: saved.uuid, body: { input, ...(kind === 'mcp' && remote ? { remote } : {}) } });
  };
  return (
    <section className={classes.try} aria-label={t('tools.try')}>
      <Stack gap="sm">
        <div>
          <h3 className={classes.tryTitle}>{t('tools.try')}</h3>
          <Text size="sm" c="dimmed">
            {t('tools.tryHelp')}
          </Text>
        </div>
        {kind !== 'mcp' ? (
          <TryInputs parameters={parameters} texts={texts} onChange={setTexts} />
        ) : (
          <>
            <Select
              label={t('tools.tryRemote')}
              data={tools}
              value={remote}
              onChange={setChosen}
              allowDeselect={false}
            />
            <RemoteInput value={json} onChange={setJson} isWrong={input === null} />
          </>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="play" size={14} />}
            loading={test.isPending}
            onClick={() => void run()}
          >
            {formState.isDirty ? t('tools.saveAndTry') : t('tools.tryAction')}
          </Button>
        </div>
        <div aria-live="polite">
          {test.isError && (
            <Alert color="red" role="alert">
              {errorMessage(test.error)}
            </Alert>
          )}
          {test.data && !test.isPending && <Result result={test.data} />}
        </div>
      </Stack>
    </section>
  );
}

/** What a chat of n8n takes in any case. */
const chatInput = (description: string): ToolParameter => ({
  ...{ name: 'chatInput', type: 'string', values: [], description, required: true, in: 'body' },
});

/** The panel may end just below the button. */
const showWhole = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function Result({ result }: { result: ToolTest }) {
  const { t } = useWords();
  const format = useFormat();
  const failureWords = useFailureWords();
  const { ok, status, milliseconds, reason, detail, input, output } = result;
  const facts = [status === null ? null : t('tools.status', { status }), format.duration(milliseconds)];
  return (
    <div ref={showWhole} className={classes.result} data-ok={ok || undefined}>
      <p className={classes.resultHead}>
        <Icon name={ok ? 'check-circle-2' : 'alert-circle'} />
        <strong>{ok ? t('tools.worked') : t('tools.failed')}</strong>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </p>
      {reason && <p className={classes.reason}>{failureWords(reason)}</p>}
      <JsonView label={t('conversations.toolSent')} value={input} />
      {ok && <JsonView label={t('conversations.toolReceived')} value={output} />}
      {detail !== '' && <JsonView label={t('tools.detail')} value={detail} />}
    </div>
  );
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

interface TryInputsProps {
  parameters: readonly ToolParameter[];
  texts: TryTexts;
  onChange: (texts: TryTexts) => void;
}

/** One field for each value that the bot would fill in. */
function TryInputs({ parameters, texts, onChange }: TryInputsProps) {
  const named = parameters.filter(({ name }) => name !== '');
  const unique = named.filter(({ name }, index) => named.findIndex((each) => each.name === name) === index);
  return unique.map((parameter) => (
    <TryField
      key={parameter.name}
      parameter={parameter}
      value={texts[parameter.name] ?? ''}
      onChange={(text) => onChange({ ...texts, [parameter.name]: text })}
    />
  ));
}

interface TryFieldProps {
  parameter: ToolParameter;
  value: string;
  onChange: (text: string) => void;
}

function TryField({
  parameter: { name, type, values, description, required },
  value,
  onChange,
}: TryFieldProps) {
  const { t } = useWords();
  const common = { label: name, description, withAsterisk: required };
  if (type === 'enum' || type === 'boolean') {
    const data =
      type === 'enum'
        ? [...new Set(values)]
        : [
            { value: 'true', label: t('tools.yes') },
            { value: 'false', label: t('tools.no') },
          ];
    return (
      <Select
        {...common}
        data={data}
        value={value || null}
        onChange={(text) => onChange(text ?? '')}
        clearable={!required}
      />
    );
  }
  return (
    <TextInput
      {...common}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode={type === 'number' ? 'decimal' : 'text'}
    />
  );
}

interface RemoteInputProps {
  value: string;
  onChange: (json: string) => void;
  isWrong: boolean;
}

function RemoteInput({ value, onChange, isWrong }: RemoteInputProps) {
  const { t } = useWords();
  return (
    <Textarea
      label={t('tools.tryInput')}
      autosize
      minRows={3}
      maxRows={12}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isWrong && t('tools.tryInputWrong')}
    />
  );
}

/** What was typed, by the parameter's name. */
type TryTexts = Readonly<Record<string, string>>;

/** With the types the tool asks for; what is left empty is not sent. */
function inputOf(parameters: readonly ToolParameter[], texts: TryTexts): Record<string, unknown> {
  const given = parameters.flatMap(({ name, type }) => {
    const text = texts[name] ?? '';
    return name === '' || text === '' ? [] : [[name, typed(type, text)] as const];
  });
  return Object.fromEntries(given);
}

function typed(type: ToolParameter['type'], text: string): unknown {
  if (type === 'boolean') return text === 'true';
  // What is no number goes as it is: the tool then says that it does not fit.
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}
