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
  /** Gets what is typed, in lower case: `#rrggbb`, a part of it, or nothing. */
  onChange: (color: string) => void;
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
      {...props}
      onChange={(color) => onChange(color.toLowerCase())}
    />
  );
}
