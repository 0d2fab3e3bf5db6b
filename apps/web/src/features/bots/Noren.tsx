import type { BotView } from '@hanasu/contract/bots';
import { useWords } from '../../i18n/use-words.ts';
import classes from './Noren.module.css';

interface NorenProps {
  name: string;
  state: BotView['state'];
}

const PANELS = 5;
const WIDTH = 57.6;
const STEP = 62.6;
const LEFT = 16;

/** The tail of the first panel is that of a speech bubble. */
const panelPath = (index: number): string => {
  const x = LEFT + index * STEP;
  return index === 0 ? `M${x} 12h${WIDTH}v35h${14 - WIDTH}l-14 10z` : `M${x} 12h${WIDTH}v35h${-WIDTH}z`;
};
const awningPath = (index: number): string => {
  const x = LEFT + index * STEP - 2.5;
  return `M${x} 11h${STEP}v26a${STEP / 2} 11 0 0 1 ${-STEP} 0z`;
};

/** Letters fit where each panel takes one; Latin names leave the cloth empty. */
const lettersOf = (name: string): string[] => {
  const letters = [...name];
  return letters.length <= PANELS &&
    letters.every((letter) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter))
    ? letters
    : [];
};

/** What hangs before a shop: out while it serves, taken in while it is paused, dashed before it opens. The word stands beside it. */
export function Noren({ name, state }: NorenProps) {
  const { locale } = useWords();
  const letters = locale === 'ja' ? lettersOf(name) : [];
  const pathOf = locale === 'ja' ? panelPath : awningPath;
  const count = letters.length || PANELS;
  return (
    <svg className={classes.front} viewBox="0 0 340 58" preserveAspectRatio="xMinYMin meet" aria-hidden>
      <path d="M4 8h332" className={classes.rod} />
      {state === 'paused' ? (
        <>
          <path d="M16 11h308v8a3 3 0 0 1-3 3H19a3 3 0 0 1-3-3z" className={classes.rolled} />
          <path d="M60 11v11M280 11v11" className={classes.rolled} />
        </>
      ) : (
        Array.from({ length: count }, (_, index) => (
          <path
            key={pathOf(index)}
            d={pathOf(index)}
            className={classes.panel}
            data-state={state}
            data-odd={locale !== 'ja' && index % 2 === 1}
          />
        ))
      )}
      {(state === 'live' || state === 'changed') &&
        letters.map((letter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat and never move
          <text key={index} x={LEFT + index * STEP + WIDTH / 2} y={37} className={classes.letter}>
            {letter}
          </text>
        ))}
    </svg>
  );
}

/** The same beside a name: three panels, which drop one after the other when `drops`. */
export const SmallNoren = ({ state, drops = false }: Pick<NorenProps, 'state'> & { drops?: boolean }) => (
  <svg className={classes.small} viewBox="0 0 30 22" data-drops={drops} aria-hidden>
    <path d="M1 3h28" className={classes.rod} />
    {state === 'paused' ? (
      <path d="M4 5h22v4H4z" className={classes.rolled} />
    ) : (
      [4, 12, 20].map((x) => (
        <path key={x} d={`M${x} 5h6v14h-6z`} className={classes.panel} data-state={state} />
      ))
    )}
  </svg>
);
