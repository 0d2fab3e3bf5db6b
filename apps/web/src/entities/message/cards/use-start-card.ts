import type { CardLayout, MessageCard } from '@hanasu/contract/message-content';
import { useWords } from '../../../i18n/use-words.ts';
import { newPartId } from '../compose/content.ts';

const SAYS = ['person', 'coupon'] as const;
const LINKS = ['product', 'location'] as const;
const ANSWERS = ['good', 'fair', 'bad'] as const;

/** What a card of each layout begins with, in the reader's language. */
export function useStartCard(): (layout: CardLayout) => MessageCard {
  const { t } = useWords();
  const say = (label: string) => ({ label, action: { kind: 'message' as const, text: label } });
  const buttonsOf = (layout: CardLayout): MessageCard['buttons'] => {
    if (layout === 'survey') return ANSWERS.map((answer) => say(t(`messageComposer.start.survey.${answer}`)));
    const link = LINKS.find((each) => each === layout);
    if (link) return [{ label: t(`messageComposer.start.${link}.button`), action: null }];
    const says = SAYS.find((each) => each === layout);
    return says ? [say(t(`messageComposer.start.${says}.button`))] : [];
  };
  const detailsOf = (layout: CardLayout): MessageCard['details'] =>
    layout === 'coupon'
      ? [
          {
            label: t('messageComposer.start.coupon.detail'),
            text: t('messageComposer.start.coupon.detailText'),
          },
        ]
      : [];
  return (layout) => ({
    id: newPartId(),
    layout,
    mediaUuid: null,
    title: t(`messageComposer.start.${layout}.title`),
    lead: layout === 'image' || layout === 'text' ? '' : t(`messageComposer.start.${layout}.lead`),
    text: layout === 'image' ? '' : t(`messageComposer.start.${layout}.text`),
    details: detailsOf(layout),
    buttons: buttonsOf(layout),
  });
}
