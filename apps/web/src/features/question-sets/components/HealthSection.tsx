import type { KnowledgeId } from '@hanasu/contract/ids';
import type { HealthPassage } from '@hanasu/contract/knowledge-health';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { z } from 'zod';
import { useFormat } from '../../../i18n/use-words.ts';
import classes from './QuestionSets.module.css';

interface HealthSectionProps {
  title: string;
  /** What to do about it. */
  text: string;
  count: number;
  children: ReactNode;
}

/** One kind of trouble; nothing when there is none of it. */
export function HealthSection({ title, text, count, children }: HealthSectionProps) {
  const id = useId();
  const format = useFormat();
  if (count === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Group gap="xs">
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        <Badge variant="light" className="numbers">
          {format.number(count)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <ul className={classes.list}>{children}</ul>
    </Stack>
  );
}

interface PassageLinkProps {
  knowledgeUuid: KnowledgeId;
  passage: z.infer<typeof HealthPassage>;
}

/** To the passage in its document. */
export function PassageLink({ knowledgeUuid, passage }: PassageLinkProps) {
  return (
    <Link
      to="/Knowledge/$id/documents/$documentId"
      params={{ id: knowledgeUuid, documentId: passage.documentUuid }}
      search={{ chunk: passage.embeddingUuid }}
      className={classes.question}
    >
      {passage.title}
    </Link>
  );
}
