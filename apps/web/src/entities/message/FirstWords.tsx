import type { MessageContent } from '@hanasu/contract/message-content';
import { splitVariables } from '@hanasu/contract/message-variables';
import classes from './ContentField.module.css';
import { firstWords } from './first-words.ts';
import { useVariableWords } from './variables.ts';

/** The first words of a message, with variables as what people call them. */
export function FirstWords({ content }: { content: MessageContent }) {
  const wordsOf = useVariableWords();
  return splitVariables(firstWords(content)).map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name.
      <span key={index} className={classes.variable}>
        {wordsOf(piece.name)}
      </span>
    ),
  );
}
