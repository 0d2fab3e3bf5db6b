import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';

interface FormHeadProps {
  title: string;
  children?: ReactNode;
}

/** Heading of an account page and a line on what it is for. */
export function FormHead({ title, children }: FormHeadProps) {
  usePageTitle(title);
  return (
    <div>
      <Title order={1} size={27} className="display">
        {title}
      </Title>
      {children && <Text c="dimmed">{children}</Text>}
    </div>
  );
}
