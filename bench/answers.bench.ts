import { type AskedDocument, judge, type Verdict } from './answers/asked.ts';
import { clinic } from './answers/clinic.ts';
import { inn, shop } from './answers/inn-and-shop.ts';
import { restaurant } from './answers/restaurant.ts';
import { school } from './answers/school.ts';
import { answerFrom } from './lib/answer-from.ts';
import { openKnowledgeBench } from './lib/knowledge-bench.ts';
import { checkBounds, printTable } from './lib/print-table.ts';

/** Real questions of customers, answered without a key from documents as shops upload them. */
const DOCUMENTS = [inn, shop, clinic, school, restaurant];
const MOST_WRONG = 3;
const LEAST_RIGHT_SHARE = 0.9;

const bench = await openKnowledgeBench();
const verdicts: Verdict[] = [];
try {
  for (const document of DOCUMENTS) printTable(document.title, await ask(document));
} finally {
  await bench.close();
}

const count = (...wanted: Verdict[]): number => verdicts.filter((each) => wanted.includes(each)).length;
printTable(
  'Verdicts',
  (['right', 'rightly handed over', 'not found although there', 'wrong', 'made up'] as const).map(
    (verdict) => ({ verdict, questions: count(verdict) }),
  ),
);
checkBounds([
  { what: 'questions', measured: verdicts.length, atLeast: 60 },
  {
    what: 'right or rightly handed over, share',
    measured: count('right', 'rightly handed over') / verdicts.length,
    atLeast: LEAST_RIGHT_SHARE,
  },
  { what: 'wrong or made up', measured: count('wrong', 'made up'), atMost: MOST_WRONG },
]);

async function ask(document: AskedDocument) {
  const answer = await answerFrom(bench, document);
  const rows = [];
  for (const question of document.questions) {
    const given = await answer(question.ask);
    const verdict = judge(question, given);
    verdicts.push(verdict);
    rows.push({ question: question.ask, answer: oneLine(given.text), verdict });
  }
  return rows;
}

/** A table has one line for each, and bars of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n+\s*/g, ' ⏎ ').replaceAll('|', '¦');
}
