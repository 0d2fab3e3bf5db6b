import type { health as english } from '../en/health.ts';
import type { WordsLike } from '../words.ts';

export const health = {
  checking: '断片を比べています。大きなナレッジでは数秒かかります。',
  size: '資料 {{documents}}件、断片 {{passages}}件',
  again: 'もう一度調べる',
  nothing: '調べるものがまだありません',
  nothingText: '資料を追加すると、問題のあるところをここでお知らせします。',
  well: '問題はありません',
  wellText: '読み取りの失敗も古い資料もなく、食い違う断片もありません。',
  failed: '読み取れなかった資料',
  failedText: 'ボットはこれらの資料を知りません。ファイルを直して追加し直すか、もう一度試してください。',
  stale: '古いかもしれない資料',
  staleText: '元の資料がなくなったか、長く確認されていません。読み直すか、不要なものを削除してください。',
  checked: '前回の確認 {{ago}}',
  conflicting: '食い違っている断片',
  conflictingText: 'ほとんど同じ言葉で違うことを言っている断片です。間違っているほうを開いて直してください。',
  toReview: '編集の元が変わった断片',
  toReviewText: 'あなたが直したあとで、元の資料が変わりました。直した内容が今も正しいか確かめてください。',
  neverHit: '一度も使われていない断片',
  neverHitText: '2週間以上、回答に使われていません。聞かれないか、質問と言葉づかいが違うのかもしれません。',
  more: 'ほか{{count}}件',
  tooEarly: '使われていない断片は、作成から2週間たち、質問が届いてからお知らせします。',
  rereading: 'もう一度読み取っています',
} as const satisfies WordsLike<typeof english>;
