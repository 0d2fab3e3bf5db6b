import type { RemoteTool, ToolView } from '@hanasu/contract/tools';
import { Alert, Button, Checkbox, Input, Text, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { Controller, useController, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { HeaderRows } from './HeaderRows.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';
import { useLoadRemoteTools } from './tools.queries.ts';

interface McpFieldsProps {
  tool: ToolView | null;
  store: () => Promise<ToolView | null>;
}

/** Where an MCP server is, and which of its tools the bot may use. */
export function McpFields({ tool, store }: McpFieldsProps) {
  const { t } = useWords();
  const { register, formState } = useFormContext<ToolValues>();
  return (
    <>
      <TextInput
        label={t('tools.serverAddress')}
        description={t('tools.serverAddressHelp')}
        placeholder="https://stock.example/mcp"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...register('url')}
        error={formState.errors.url?.message}
      />
      <HeaderRows />
      <RemoteTools isSaved={tool !== null} store={store} />
    </>
  );
}

/** What the server has, with ticks; before it is asked, what was ticked last time. */
function RemoteTools({ isSaved, store }: { isSaved: boolean; store: McpFieldsProps['store'] }) {
  const { t } = useWords();
  const { control, formState } = useFormContext<ToolValues>();
  const load = useLoadRemoteTools();
  const loaded = load.data?.items;
  const needsSaving = !isSaved || formState.isDirty;
  const askServer = async () => {
    const saved = await store();
    if (saved) load.mutate(saved.uuid);
  };
  return (
    <Input.Wrapper labelElement="div" label={t('tools.remoteTools')} description={t('tools.remoteToolsHelp')}>
      <div className={classes.remotes}>
        <Controller
          control={control}
          name="tools"
          render={({ field }) => (
            <>
              {rowsOf(loaded, field.value).map(({ name, description, isGone, mayRead }) => (
                <Fragment key={name}>
                  <Checkbox
                    label={name}
                    description={isGone ? t('tools.remoteGone') : description}
                    checked={field.value.includes(name)}
                    onChange={(event) =>
                      field.onChange(toggled(field.value, name, event.currentTarget.checked))
                    }
                  />
                  {field.value.includes(name) && <ReadOnlyTick name={name} isOffered={mayRead} />}
                </Fragment>
              ))}
            </>
          )}
        />
        {loaded?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('tools.noRemoteTools')}
          </Text>
        )}
        {load.isError && (
          <Alert color="red" role="alert">
            {errorMessage(load.error)}
          </Alert>
        )}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="refresh-cw" size={14} />}
            loading={load.isPending}
            onClick={() => void askServer()}
          >
            {needsSaving ? t('tools.saveAndLoad') : t('tools.load')}
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}

const toggled = (names: readonly string[], name: string, isTicked: boolean): string[] =>
  isTicked ? [...names, name] : names.filter((each) => each !== name);

/** The server's word that a tool only reads counts once it is ticked here. */
function ReadOnlyTick({ name, isOffered }: { name: string; isOffered: boolean }) {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  const { field } = useController({ control, name: 'readOnly' });
  const isTicked = field.value.includes(name);
  if (!isOffered && !isTicked) return null;
  return (
    <Checkbox
      ms="xl"
      size="xs"
      label={t('tools.readOnly')}
      checked={isTicked}
      onChange={(event) => field.onChange(toggled(field.value, name, event.currentTarget.checked))}
    />
  );
}

interface RemoteRow {
  readonly name: string;
  readonly description: string;
  readonly isGone: boolean;
  /** The server says that it only reads. */
  readonly mayRead: boolean;
}

function rowsOf(loaded: readonly RemoteTool[] | undefined, ticked: readonly string[]): RemoteRow[] {
  const offered = new Set(loaded?.map(({ name }) => name));
  const others = ticked.filter((name) => !offered.has(name));
  return [
    ...(loaded ?? []).map(({ name, description, readOnlyHint }) => ({
      ...{ name, description, isGone: false },
      mayRead: readOnlyHint,
    })),
    ...others.map((name) => ({
      ...{ name, description: '', isGone: loaded !== undefined },
      mayRead: false,
    })),
  ];
}
