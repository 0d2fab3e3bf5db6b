import type { NotifyWay } from '@hanasu/contract/notify';
import { Button, Group } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import classes from './Notify.module.css';
import { useTestNotify } from './notify.queries.ts';
import { useDetailWords } from './use-detail-words.ts';

/** Tells me something now by this way, and says what became of it. `isDirty`: what is tested would be what was saved. */
export function TestButton({ way, isDirty = false }: { way: NotifyWay; isDirty?: boolean }) {
  const { t } = useWords();
  const detailWords = useDetailWords();
  const test = useTestNotify();
  return (
    <>
      <Group gap="sm" mt="sm">
        <Button
          variant="default"
          disabled={isDirty}
          loading={test.isPending}
          aria-label={t('notify.testOf', { way: t(`notify.ways.${way}`) })}
          onClick={() => test.mutate(way)}
        >
          {t('notify.test')}
        </Button>
        <p className={classes.dim} role="status">
          {isDirty && t('notify.saveFirst')}
          {!isDirty && test.data && (test.data.ok ? t('notify.testOk') : detailWords(test.data.detail))}
        </p>
      </Group>
      {test.error && <ErrorNotice error={test.error} />}
    </>
  );
}
