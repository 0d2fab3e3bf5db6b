/** Limits of the Messaging API: lengths in UTF-16 units, times in milliseconds. Source: facts of the vendor, §3 and §4. */
export const LINE_LIMITS = {
  textLength: 5000,
  messagesPerSend: 5,
  /** Of a multicast. */
  recipientsPerSend: 500,
  webhookUrlLength: 500,
  /** The vendor says one minute and that it may change; the rest is our way to them. */
  replyTokenLifeMs: 50_000,
  /** The vendor says 20 minutes since the event. */
  replyTokenAgeMs: 19 * 60 * 1000,
  /** The vendor remembers a retry key for 24 hours. */
  retryKeyLifeMs: 23 * 60 * 60 * 1000,
  /** Accepted are 5 to 60 in steps of 5; as long as it may take to answer, for the account's next message ends it. */
  loadingSeconds: 60,
  /** The largest group the app makes; what the vendor counts of one push can't be more. */
  groupMembers: 500,
  followersPerPage: 1000,
  quickReplies: 13,
  quickReplyLabel: 20,
  actionText: 300,
  actionData: 300,
  actionUri: 1000,
  fileUrl: 2000,
  senderName: 20,
  altText: 1500,
  /** Of an imagemap. */
  mapActions: 50,
  mapLabel: 100,
  mapText: 400,
  mapCopied: 1000,
  videoLabel: 30,
  placeText: 100,
  buttonLabel: 40,
  bubblesPerCarousel: 12,
  /** Of JSON in UTF-8, below the vendor's 30 and 50 KB. */
  bubbleBytes: 29_000,
  carouselBytes: 49_000,
  imageBytes: 10_000_000,
  videoBytes: 200_000_000,
  audioBytes: 200_000_000,
} as const;
