import { ColorInput, type ColorInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../shell.queries.ts';

const SWATCHES = [
  '#0f6636',
  '#0f766e',
  '#0b57d0',
  '#1f4e79',
  '#6d28d9',
  '#9d174d',
  '#b91c1c',
  '#d5502b',
  '#b45309',
  '#1b1f26',
];

interface ColorFieldProps extends Omit<ColorInputProps, 'swatches' | 'format' | 'onChange'> {
  /** Offered before the usual ones. */
  colors?: readonly string[];
  /** Gets `#rrggbb` in lower case, nothing, or what was typed as long as it is no colour. */
  onChange: (color: string) => void;
}

/** Reads a colour also without its sign and in full-width characters, as Japanese keyboards write them. */
export function readColor(typed: string): string {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(text) ? `#${text}` : text;
}

/** A colour of something that customers see. The account's own is offered first. */
export function ColorField({ colors = [], onChange, ...props }: ColorFieldProps) {
  const { data: me } = useQuery(meQuery);
  const own = me?.account.color;
  return (
    <ColorInput
      format="hex"
      swatches={[...new Set([...(own ? [own] : []), ...colors, ...SWATCHES])]}
      withEyeDropper={false}
      // What was typed stays, so that it can be corrected.
      fixOnBlur={false}
      {...props}
      onChange={(typed) => onChange(readColor(typed))}
    />
  );
}
