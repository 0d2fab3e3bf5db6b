import { type AskedQuestion, judge, type Verdict } from './answers/asked.ts';
import { clinic } from './answers/clinic.ts';
import { firstHeldOut, secondHeldOut } from './answers/held-out.ts';
import { inn, shop } from './answers/inn-and-shop.ts';
import { plainTexts } from './answers/plain-text.ts';
import { restaurant } from './answers/restaurant.ts';
import { school } from './answers/school.ts';
import { answerFrom } from './lib/answer-from.ts';
import { openKnowledgeBench } from './lib/knowledge-bench.ts';
import { checkBounds, printTable } from './lib/print-table.ts';

/** Real questions of customers, answered without a key from documents as shops upload them. */
const DOCUMENTS = [inn, shop, clinic, school, restaurant, ...plainTexts];
const MOST_WRONG = 3;
const LEAST_RIGHT_SHARE = 0.9;

/** One line of a table. */
type Asked = Record<'question' | 'answer', string> & { readonly verdict: Verdict };

const bench = await openKnowledgeBench();
const main: Asked[] = [];
const first: Asked[] = [];
const second: Asked[] = [];
try {
  for (const document of DOCUMENTS) {
    const answer = await answerFrom(bench, document);
    const asked = await ask(answer, document.questions);
    main.push(...asked);
    printTable(document.title, asked);
    first.push(...(await ask(answer, firstHeldOut[document.name] ?? [])));
    second.push(...(await ask(answer, secondHeldOut[document.name] ?? [])));
  }
} finally {
  await bench.close();
}
printTable('Held out, first set', first);
printTable('Held out, second set', second);

const countIn = (asked: readonly Asked[], ...wanted: Verdict[]): number =>
  asked.filter(({ verdict }) => wanted.includes(verdict)).length;
const count = (...wanted: Verdict[]): number => countIn(main, ...wanted);
printTable(
  'Verdicts',
  (['right', 'rightly handed over', 'not found although there', 'wrong', 'made up'] as const).map(
    (verdict) => ({
      verdict,
      questions: count(verdict),
      'first set': countIn(first, verdict),
      'second set': countIn(second, verdict),
    }),
  ),
);
checkBounds([
  { what: 'questions', measured: main.length, atLeast: 60 },
  {
    what: 'right or rightly handed over, share',
    measured: count('right', 'rightly handed over') / main.length,
    atLeast: LEAST_RIGHT_SHARE,
  },
  { what: 'wrong or made up', measured: count('wrong', 'made up'), atMost: MOST_WRONG },
]);

async function ask(
  answer: Awaited<ReturnType<typeof answerFrom>>,
  questions: readonly AskedQuestion[],
): Promise<Asked[]> {
  const rows = [];
  for (const question of questions) {
    const given = await answer(question.ask);
    rows.push({ question: question.ask, answer: oneLine(given.text), verdict: judge(question, given) });
  }
  return rows;
}

/** A table has one line for each, and bars of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n+\s*/g, ' ⏎ ').replaceAll('|', '¦');
}
