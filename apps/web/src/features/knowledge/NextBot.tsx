import { createBot } from '@hanasu/contract/bots';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { documentsQuery } from '../../entities/knowledge/documents.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './NextBot.module.css';

/** A base with something to answer from that no bot uses yet: the step that makes it worth something. */
export function NextBot({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const mayCreate = usePermission(createBot);
  const { data: bots } = useQuery(botsQuery());
  const { data: ready } = useQuery(documentsQuery(knowledgeUuid, { status: 'ready' }));
  const isUsed = bots?.items.some((bot) => bot.knowledgeUuids.includes(knowledgeUuid)) ?? true;
  if (!mayCreate || isUsed || !ready || ready.total === 0) return null;
  return (
    <aside className={classes.next}>
      <span>{t('knowledge.nextBotText')}</span>
      <Button
        size="xs"
        leftSection={<Icon name="bot" />}
        renderRoot={(props) => (
          <Link to="/Bot" search={{ create: true, knowledge: knowledgeUuid }} {...props} />
        )}
      >
        {t('knowledge.nextBot')}
      </Button>
    </aside>
  );
}
