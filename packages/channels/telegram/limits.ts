const MEBIBYTE = 1024 * 1024;

/** Limits of the Bot API: lengths in UTF-16 units, sizes in bytes. */
export const TELEGRAM_LIMITS = {
  /** "not able to send bulk notifications to more than about 30 users per second", "avoid sending more than one message per second" to one. */
  sendsPerSecond: { all: 30, one: 1 },
  /** "1-4096 characters after entities parsing". */
  textLength: 4096,
  /** "Photo caption, 0-1024 characters after entities parsing". */
  captionLength: 1024,
  /** Not in the vendor's documents, found by python-telegram-bot: what comes after is shown without its marks. */
  entities: 100,
  /** "Data to be sent in a callback query to the bot when the button is pressed, 1-64 bytes". */
  callbackBytes: 64,
  /** What the vendor fetches by an address: "5 MB max size for photos and 20 MB max for other types of content". */
  photoByAddressBytes: 5 * MEBIBYTE,
  fileByAddressBytes: 20 * MEBIBYTE,
  /** What is uploaded: "10 MB max size for photos, 50 MB for other files". */
  photoBytes: 10 * MEBIBYTE,
  fileBytes: 50 * MEBIBYTE,
} as const;
