import { readFileSync } from 'node:fs';
import { detectType } from './detect.ts';
import { failed } from './document.ts';
import { extract, toFailure } from './extract.ts';
import type { ChildMessage, ChildRequest, ChildTask, ChildTasks } from './messages.ts';
import type { PagePicture } from './pdf/page-pictures.ts';
import type { OnProgress } from './read-limits.ts';
import { INPUT_DESCRIPTOR } from './start-child.ts';

type Answer = ChildTasks[ChildTask]['answer'];

/** Does what a child was asked for. Never throws for what is in the file. */
async function runTask(request: ChildRequest, bytes: Uint8Array, onProgress: OnProgress): Promise<Answer> {
  try {
    switch (request.task) {
      case 'extract':
        return await extract({ fileName: request.ask.fileName, bytes }, request.ask.options, onProgress);
      case 'pictures':
        return await takePictures(bytes, request.ask, onProgress);
      case 'questions':
        return await takeQuestions(bytes, request.ask, onProgress);
      case 'rows': {
        const { readRows } = await import('./sheets/read-rows.ts');
        return await readRows(bytes, request.ask, {
          onProgress,
          send: (lines) => send({ kind: 'lines', lines }),
        });
      }
    }
  } catch (error) {
    return toFailure(error);
  }
}

async function takePictures(
  bytes: Uint8Array,
  { pages }: ChildTasks['pictures']['ask'],
  onProgress: OnProgress,
): Promise<Answer> {
  const { readPagePictures } = await import('./pdf/page-pictures.ts');
  const pictures: PagePicture[] = [];
  let done = 0;
  for await (const picture of readPagePictures(bytes, pages)) {
    if (picture.bytes) pictures.push(picture);
    onProgress(++done / pages.length);
  }
  return { kind: 'ok', pictures };
}

async function takeQuestions(
  bytes: Uint8Array,
  { fileName, textCharacters }: ChildTasks['questions']['ask'],
  onProgress: OnProgress,
): Promise<Answer> {
  if (bytes.length === 0) return failed('empty', 'This file is empty; check that it is the right one.');
  const detected = detectType({ fileName, bytes });
  if (detected.kind === 'unsupported') return failed(detected.failure, detected.detail);
  const { type } = detected;
  const isTable = type === 'csv' || type === 'xlsx' || type === 'ods' || type === 'json';
  if (!isTable && type !== 'text') return failed('wrong_type', NO_TABLE);
  const { readTable } = await import('./questions/read-table.ts');
  const read = await readTable(isTable ? type : 'csv', bytes, {
    limits: { textCharacters },
    onProgress,
    keepQuestions: true,
  });
  return read.questions.length > 0
    ? { kind: 'ok', rows: read.questions }
    : failed('wrong_type', NO_QUESTIONS);
}

const NO_TABLE =
  'This is not a table of questions; upload a CSV, Excel (.xlsx), OpenDocument (.ods) or JSON file.';
const NO_QUESTIONS =
  'No questions were found; name one column "question" and one "answer" in the first row, with a question in each row under it.';

/** Entry of the process that reads one file and ends. Started by `runInChild` only. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

async function run(request: ChildRequest): Promise<void> {
  const bytes = 'bytes' in request.source ? request.source.bytes : readFileSync(INPUT_DESCRIPTOR);
  let shown = 0;
  const onProgress = (fraction: number) => {
    // A step of 1 % is all a person sees; more would only fill the channel.
    if (fraction - shown < 0.01 && (fraction < 1 || shown === 1)) return;
    shown = fraction;
    void send({ kind: 'progress', fraction });
  };
  const answer = await runTask(request, bytes, onProgress);
  await send({ kind: 'done', answer });
}

process.once('message', (request: ChildRequest) => {
  run(request)
    .catch(() => send({ kind: 'done', answer: failed('internal') }))
    .finally(() => process.exit(0));
});
// Without its parent the result has no reader.
process.once('disconnect', () => process.exit(0));
