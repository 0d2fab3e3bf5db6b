import { HTTP_METHODS, TOOL_SECONDS_MAX } from '@hanasu/contract/tools';
import { Accordion, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { HeaderRows } from './HeaderRows.tsx';
import { MappingRows } from './MappingRows.tsx';
import { ParameterRows } from './ParameterRows.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

export function HttpFields() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const { errors } = formState;
  return (
    <>
      <div className={classes.address}>
        <Controller
          control={control}
          name="method"
          render={({ field }) => (
            <Select label={t('tools.method')} data={[...HTTP_METHODS]} allowDeselect={false} {...field} />
          )}
        />
        <TextInput
          label={t('tools.address')}
          description={t('tools.addressHelp', { example: '{order_id}' })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://shop.example/orders/{order_id}"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...register('url')}
          error={errors.url?.message}
        />
      </div>
      <ParameterRows />
      <HeaderRows />
      <MoreSettings />
    </>
  );
}

const MORE = ['body', 'timeoutSeconds', 'mapping'] as const;

/** Opens by itself when something in it is filled in or wrong. */
function MoreSettings() {
  const { t } = useWords();
  const { control, register, formState, getValues } = useFormContext<ToolValues>();
  const { errors } = formState;
  const method = useWatch({ control, name: 'method' });
  const hasErrors = MORE.some((name) => errors[name] !== undefined);
  const isUsed = getValues('body') !== '' || getValues('mapping').length > 0;
  return (
    <Accordion key={String(hasErrors)} variant="separated" defaultValue={hasErrors || isUsed ? 'more' : null}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('tools.more')}</Accordion.Control>
        <Accordion.Panel>
          <div className={classes.more}>
            <MappingRows />
            {method !== 'GET' && (
              <Textarea
                label={t('tools.body')}
                description={t('tools.bodyHelp', { example: '{order_id}' })}
                placeholder={'{ "order": { "id": "{order_id}" } }'}
                autosize
                minRows={3}
                maxRows={14}
                spellCheck={false}
                classNames={{ input: classes.code ?? '' }}
                {...register('body')}
                error={errors.body?.message}
              />
            )}
            <Controller
              control={control}
              name="timeoutSeconds"
              render={({ field }) => (
                <NumberInput
                  label={t('tools.timeout')}
                  min={1}
                  max={TOOL_SECONDS_MAX}
                  allowDecimal={false}
                  maw={260}
                  {...field}
                  error={errors.timeoutSeconds?.message}
                />
              )}
            />
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
