/** Codes of languages that customers of shops in Japan and Vietnam speak most. */
export const LANGUAGES_OF_PEOPLE = [
  'ja',
  'vi',
  'en',
  'zh',
  'ko',
  'th',
  'id',
  'tl',
  'ne',
  'my',
  'km',
  'pt',
  'es',
  'fr',
  'de',
];
