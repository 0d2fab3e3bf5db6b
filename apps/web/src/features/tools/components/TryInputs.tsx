import type { ToolParameter } from '@hanasu/contract/tools';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './Tools.module.css';
import type { TryTexts } from './try-input.ts';

interface TryInputsProps {
  parameters: readonly ToolParameter[];
  texts: TryTexts;
  onChange: (texts: TryTexts) => void;
}

/** One field for each value that the bot would fill in. */
export function TryInputs({ parameters, texts, onChange }: TryInputsProps) {
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

export function RemoteInput({ value, onChange, isWrong }: RemoteInputProps) {
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
