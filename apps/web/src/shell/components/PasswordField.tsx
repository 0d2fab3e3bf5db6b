import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';

/** A password with a button that shows it. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useWords();
  return (
    <PasswordInput
      label={t('session.password')}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eye-off' : 'eye'} />}
      visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword'), tabIndex: 0 }}
      // The library says it of other fields itself.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
