import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

const MOST = 20;

export function MappingRows() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'mapping' });
  const help = t('tools.mappingHelp', { example: 'items[0].price' });
  return (
    <Input.Wrapper labelElement="div" label={t('tools.mapping')} description={help}>
      <div className={classes.rows}>
        {fields.map(({ id }, index) => {
          const number = index + 1;
          const problem = formState.errors.mapping?.[index];
          return (
            <div key={id} className={classes.mapping}>
              <TextInput
                aria-label={t('tools.mappingName', { number })}
                placeholder={t('tools.mappingNamePlaceholder')}
                {...register(`mapping.${index}.name`)}
                error={problem?.name?.message}
              />
              <TextInput
                aria-label={t('tools.mappingPath', { number })}
                placeholder="order.status"
                spellCheck={false}
                {...register(`mapping.${index}.path`)}
                error={problem?.path?.message}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('tools.removeRow', { what: t('tools.part', { number }) })}
                onClick={() => remove(index)}
              >
                <Icon name="x" />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        disabled={fields.length >= MOST}
        onClick={() => append({ name: '', path: '' })}
      >
        {t('tools.addMapping')}
      </Button>
    </Input.Wrapper>
  );
}
