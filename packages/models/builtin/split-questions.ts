import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import { type AnswerLanguage, guessLanguage } from './detect-language.ts';
import { recogniseSmallTalk } from './small-talk.ts';

/** One of the questions of a message. */
export interface AskedQuestion {
  /** With what leads up to it. */
  readonly text: string;
  /** The sentence that asks. */
  readonly question: string;
}

/** Each line is several sentences at most; a mark within an address ends none, nor does one before a closing quote. */
const SENTENCE_END =
  /[。！？]+(?![」』”"）)。！？])|(?:[!?]+|(?<=[\p{L}\p{N}]{3})\.+)(?![a-z0-9_/=&%\-」』”"）).!?])/giu;
/** What stands around a sentence and says nothing. */
const AROUND =
  /^(?:[\s\p{P}\p{S}\p{Extended_Pictographic}]|\ufe0f|\u200d)+|(?:[\s\p{P}\p{S}\p{Extended_Pictographic}]|\ufe0f|\u200d)+$/gu;
const QUESTION_MARK = /[?？](?:[\s!！?？\p{Extended_Pictographic}]|\ufe0f|\u200d)*$/u;

/**
 * The questions of a message, in order; what leads up to a question belongs to it, and what follows the last one to
 * that. A message in which two can't be distinguished surely is one question as a whole.
 */
export function splitQuestions(message: string): [AskedQuestion, ...AskedQuestion[]] {
  const language = guessLanguage(message);
  const asked: AskedQuestion[] = [];
  let start = 0;
  const sentences = sentencesOf(message);
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1]?.text ?? '';
    const asks =
      isQuestion(sentence.text, language) || (isTopic(sentence.text) && (next === '' || isTopic(next)));
    if (!asks) continue;
    asked.push({ text: message.slice(start, sentence.end).trim(), question: sentence.text.trim() });
    start = sentence.end;
  }
  const [first, second, ...others] = asked;
  if (!first || !second) return [{ text: message, question: message.trim() }];
  const last = others.at(-1) ?? second;
  const rest = message.slice(start).trim();
  const whole = rest === '' ? last : { ...last, text: `${last.text}\n${rest}` };
  return [first, ...(others.length === 0 ? [] : [second]), ...others.slice(0, -1), whole];
}

/** 営業時間は: a question, unless the next line goes on with it. */
const isTopic = (sentence: string): boolean =>
  sentence.length <= LONGEST_SENTENCE && /^.{1,20}は$/u.test(sentence.replaceAll(AROUND, ''));

interface PlacedSentence {
  readonly text: string;
  readonly end: number;
}

function sentencesOf(message: string): PlacedSentence[] {
  const sentences: PlacedSentence[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (message.slice(start, end).trim() !== '') sentences.push({ text: message.slice(start, end), end });
    start = end;
  };
  for (const line of message.matchAll(/[^\n]*\n?/g)) {
    for (const { index, 0: mark } of line[0].matchAll(SENTENCE_END)) add(line.index + index + mark.length);
    add(line.index + line[0].length);
  }
  return sentences;
}

const JAPANESE = [
  /(?:です|ます|でした|ました|ません|でしょう|だろう|ましょう|[いうくすつぬむぐぶるた]|の|ん|[時円分人日月回本個枚名台歳])か(?:な|ね|しら)?$/u,
  /(?:いくら|どこ|いつ|何[\p{Script=Han}カヶ]{0,3}|ど[のれ][くぐ]らい|(?:^|[はもがの])どう|誰|だれ|なぜ|どれ|どちら|いくつ|なに)(?:から|まで|前|ごろ|頃)?(?:です|なの|になります)?か?$/u,
  /(?:[何誰]|なん|なに|だれ|どこ|どの|どんな|どれ|どちら|いつ|いくら|いくつ|なぜ).*か$/u,
  /.{2}(?:教えて|知りたい|お聞かせ)/u,
];
const VIETNAMESE = [
  /(?:^| )(?:khong|ko|hong|hok|chua|ha|sao|gi|dau|nao|may|ai)$/,
  /(?:^| )(?:bao nhieu|bao lau|bao gio|bao xa|may gio|may ngay|khi nao|luc nao|o dau|the nao|nhu nao|ra sao|tai sao|vi sao|lam sao|la gi)(?: |$)/,
  /^(?:ai|co may) |(?:^| )(?:nao|gi) (?!cung)/,
];
const NOT_VIETNAMESE = /(?:^| )khong (?:co )?(?:gi|sao|dau)$/;
/** Said to be polite, at the end of what is asked. */
const VIETNAMESE_TAIL = /(?: (?:a|vay|the|nhi|nhe|nha|shop|ad|admin|em|anh|chi|ban|oi|voi))+$/;
const ENGLISH = [
  /^(?:(?:and|also|so|but|then|hi|hello|hey|please|ok|okay|well|or|plus|btw) )*(?:(?:what|where|why|who|whose|how|which)(?:'s)?(?! an?\b)|when(?:'s| is| are| do| does| did| can| could| will| would| should)|(?:is|are|do|does|did|can|could) (?:you|i|we|there|it|they|the|your))(?: |$)/,
  /(?:^| )(?:tell me|let me know|like to know|want to know|wondering)(?: |$)/,
];
const ASKS: Readonly<Record<AnswerLanguage, readonly RegExp[]>> = {
  en: ENGLISH,
  ja: JAPANESE,
  vi: VIETNAMESE,
};

/** Whether one may ask is no question of its own. */
const LEADS_UP =
  /^(?:(?:すみません|すいません|あの|ちょっと|少し|[一二三]つ|ひとつ|いくつか|何点か)(?:ですが)?)*(?:ご?質問|お?(?:聞き|聞い|尋ね|伺い|伺っ|うかが)).{0,20}$|^(?:(?:da|alo|shop|ad|em|anh|chi|ban|oi|xin|cho|minh|toi|con) )*hoi(?: (?:chut|xiu|ti|cai|mot|them|thong|tin|nay|duoc|khong))*$|^(?:(?:can|could|may|might) i )?ask(?: you)?(?: (?:a|one|some|something|another|few|quick|question|questions))*$/u;

/** A longer sentence is one by its question mark only: patterns are not tried on a text without an end. */
const LONGEST_SENTENCE = 400;

function isQuestion(sentence: string, language: AnswerLanguage): boolean {
  if (sentence.length > LONGEST_SENTENCE) return QUESTION_MARK.test(sentence.slice(-LONGEST_SENTENCE));
  const said = normaliseText(sentence).replaceAll(AROUND, '');
  const between = language === 'ja' ? '' : ' ';
  const words = foldDiacritics(said).replaceAll(/[\s\p{P}]+/gu, (gap) => (gap === "'" ? gap : between));
  const plain = language === 'vi' ? words.replace(VIETNAMESE_TAIL, '') : words;
  if (said === '' || LEADS_UP.test(plain) || recogniseSmallTalk(said)) return false;
  if (QUESTION_MARK.test(sentence)) return true;
  if (language === 'vi' && NOT_VIETNAMESE.test(plain)) return false;
  return ASKS[language].some((pattern) => pattern.test(plain));
}
