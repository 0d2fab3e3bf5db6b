import type { PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from './PasswordField.tsx';
import { StrengthHint } from './StrengthHint.tsx';

type NewPasswordFieldProps = PasswordInputProps & {
  /** What has been typed so far. */
  password: string;
  known?: readonly string[];
};

/** A password that is being chosen, with a word on how strong it is. */
export function NewPasswordField({ password, known = [], onFocus, ...field }: NewPasswordFieldProps) {
  const [isWanted, setWanted] = useState(false);
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        mb={6}
        {...field}
        onFocus={(event) => {
          setWanted(true);
          onFocus?.(event);
        }}
      />
      <StrengthHint password={password} known={known} isWanted={isWanted} />
    </div>
  );
}
