/** Stands in for the process that reads pages: does what the page tells it to. */
process.on('message', ({ id, bytes }: { readonly id: number; readonly bytes: Uint8Array }) => {
  const text = Buffer.from(bytes).toString();
  if (text === 'crash') process.exit(1);
  if (text === 'hang') for (;;);
  const robots = { noindex: false, nofollow: false };
  process.send?.({ id, reading: { title: null, canonical: null, links: [], robots, text } });
});
