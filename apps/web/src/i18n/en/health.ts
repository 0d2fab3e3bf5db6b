export const health = {
  checking: 'Comparing passages. A large base takes some seconds.',
  size: '{{documents}} documents, {{passages}} passages',
  again: 'Check again',
  nothing: 'Nothing to check yet',
  nothingText: 'When there are documents, this page tells what is wrong with them.',
  well: 'All is well',
  wellText: 'No document failed or is out of date, and no two passages contradict each other.',
  failed: 'Could not be read',
  failedText: 'Bots know nothing of these documents. Repair the file and add it again, or try once more.',
  stale: 'May be out of date',
  staleText:
    'Their source is gone or was not looked at for long. Read them again, or delete what no longer holds.',
  checked: 'last checked {{ago}}',
  conflicting: 'Contradict each other',
  conflictingText:
    'Passages in almost the same words that say something different. Open the wrong one and correct it.',
  toReview: 'Changed below your edit',
  toReviewText:
    'You changed these passages, and their source was changed later. Look whether your change still holds.',
  neverHit: 'Never used',
  neverHitText:
    'No answer has used these for two weeks or more. Perhaps nobody asks, or they are worded differently from how people ask.',
  more: 'and {{count}} more',
  tooEarly:
    'Which passages are never used is told two weeks after the base was made and questions have come.',
  rereading: 'It is being read again',
} as const;
