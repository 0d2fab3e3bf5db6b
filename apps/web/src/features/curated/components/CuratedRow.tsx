import { type CuratedView, updateCurated } from '@hanasu/contract/curated';
import { useWords } from '../../../i18n/use-words.ts';
import { ItemActions } from '../../../shell/components/ItemActions.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useChangeCurated, useDeleteCurated } from '../curated.queries.ts';
import classes from './Curated.module.css';

const SHOWN_QUESTIONS = 3;

interface CuratedRowProps {
  curated: CuratedView;
  onOpen: () => void;
}

export function CuratedRow({ curated, onOpen }: CuratedRowProps) {
  const { t } = useWords();
  const { uuid, questions, answer, enabled } = curated;
  const question = questions[0] ?? '';
  const change = useChangeCurated(curated.botUuid);
  const remove = useDeleteCurated(curated.botUuid);
  const shown = change.isPending ? (change.variables.body.enabled ?? enabled) : enabled;
  const others = questions.slice(1, SHOWN_QUESTIONS);
  const rest = questions.length - 1 - others.length;
  return (
    <li className={classes.item} data-off={!shown || undefined}>
      <div className={classes.words}>
        <span className={classes.question}>{question}</span>
        {others.length > 0 && (
          <span className={classes.sub}>
            {others.join(' · ')}
            {rest > 0 && ` · +${rest}`}
          </span>
        )}
        <span className={classes.answer}>{answer}</span>
      </div>
      <div className={classes.actions}>
        <ItemActions
          endpoint={updateCurated}
          isOn={shown}
          onSwitch={(isOn) =>
            change.mutate(
              { uuid, body: { enabled: isOn } },
              { onError: (error) => toasts.add({ title: faultWords(error), color: 'error' }) },
            )
          }
          onEdit={onOpen}
          labels={{
            switch: t('curated.switch', { question }),
            edit: t('curated.edit', { question }),
            remove: t('curated.remove', { question }),
          }}
          removal={{
            title: t('curated.removeTitle'),
            text: t('curated.removeText', { question }),
            isPending: remove.isPending,
            error: remove.error,
            confirm: () =>
              remove.mutate(uuid, { onSuccess: () => toasts.add({ title: t('curated.removed') }) }),
          }}
        />
      </div>
    </li>
  );
}
