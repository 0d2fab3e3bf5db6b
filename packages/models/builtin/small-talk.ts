import { CUSTOMER_LANGUAGES } from '@hanasu/contract/customer-words/customer-words';
import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import type { AnswerLanguage } from './detect-language.ts';

type SmallTalk = 'hello' | 'thanks' | 'bye';

const phrases: Record<AnswerLanguage, Record<SmallTalk, RegExp>> = {
  en: {
    hello:
      /^(?:(?:hi|hello|hey|yo|greetings|good (?:morning|afternoon|evening|day))(?: there| everyone| team)?)$/,
    thanks:
      /^(?:(?:ok |okay |great |many )?(?:thanks|thank you|thx|ty|cheers)(?: (?:a lot|so much|very much|again))*)$/,
    bye: /^(?:(?:good ?)?bye(?: bye)?|see you(?: later| soon)?|good night)$/,
  },
  ja: {
    hello: /^(?:こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|はじめまして|もしもし|どうも|ハロー)$/,
    thanks:
      /^(?:(?:どうも)?(?:ありがとう|有難う|有り難う)(?:ございます|ございました)?|感謝します|助かりました|サンキュー)$/,
    bye: /^(?:さようなら|さよなら|またね|バイバイ|おやすみ(?:なさい)?|失礼します)$/,
  },
  vi: {
    hello:
      /^(?:da )?(?:(?:xin )?chao(?: (?:ban|shop|ad|admin|anh|chi|em|moi nguoi|buoi (?:sang|chieu|toi)))*|alo|a lo)(?: a| nhe)?$/,
    thanks:
      /^(?:da |ok )?(?:xin )?(?:cam on|cam on nhieu|tks)(?: (?:ban|shop|ad|admin|anh|chi|em|nhieu|rat nhieu|nhe|nha|a))*$/,
    bye: /^(?:tam biet|chao tam biet|hen gap lai|bai bai)(?: (?:ban|shop|anh|chi|em|nhe|nha|a))*$/,
  },
};

const kinds: readonly SmallTalk[] = ['hello', 'thanks', 'bye'];

/** A message that is nothing but a greeting, thanks or a farewell; null for anything that may be a question. */
export function recogniseSmallTalk(message: string): { kind: SmallTalk; language: AnswerLanguage } | null {
  const plain = foldDiacritics(normaliseText(message))
    .replace(/(?:\p{P}|\p{S}|\p{Extended_Pictographic}|\u200d|\ufe0f)+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (const language of CUSTOMER_LANGUAGES)
    for (const kind of kinds) if (phrases[language][kind].test(plain)) return { kind, language };
  return null;
}
