import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const curated = {
  purpose:
    'よくある質問への回答を登録できます。登録した文章をそのまま即時に返信し、トークンは消費しません。変更は公開操作なしですぐに反映されます。',
  list: '固定回答',
  empty: 'よくある質問に固定回答を登録しましょう',
  emptyText:
    'たとえば営業時間、料金、道順などです。同じことを聞かれたら、用意した文章をそのままお返しします。',
  add: '固定回答を追加',
  full: '回答は1つのボットにつき{{most}}件までです。追加するには、どれかを削除してください。',
  search: '回答を検索',
  switch: '「{{question}}」への回答を使う',
  edit: '「{{question}}」への回答を編集',
  remove: '「{{question}}」への回答を削除',
  removeTitle: 'この回答を削除しますか？',
  removeText: '「{{question}}」には、今後はモデルが答えます。',
  removed: '回答を削除しました',
  newTitle: '新しい回答',
  editTitle: '回答を編集',
  questions: '質問',
  questionsHelp:
    '1行に1つ、お客様が使う言語ごとに書いてください。丁寧さや表記の違いは自動で吸収します。別の聞き方は、行を足して書いてください。',
  questionsExample: '営業時間を教えてください\n何時から開いていますか',
  tooManyQuestions: '質問は{{maximum}}個までです。',
  questionTooLong: '1行は{{maximum}}文字までです。長すぎる行：「{{start}}…」',
  answer: '回答',
  answerHelp: 'お客様にはこの文章がそのまま届きます。',
  save: '保存',
  saved: '保存しました',
  try: '質問を試す',
  tryHelp: 'お客様にどの回答が返るかを確かめます。トークンは使いません。',
  tryAction: '試す',
  tryHit: '「{{question}}」に一致しました。お客様への回答：',
  tryMiss: '一致する回答がないため、モデルが答えます。',
  tryWrite: 'この質問への回答を書く',
} as const satisfies WordsLike<typeof english.curated>;
