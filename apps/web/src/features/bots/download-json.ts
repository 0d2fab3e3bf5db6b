/** Hands a value to the browser as a file. */
export function downloadJson(name: string, value: unknown): void {
  const blob = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Without what file systems refuse. */
export const fileNameOf = (botName: string): string =>
  `${botName.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'bot'}.hanasu-bot.json`;
