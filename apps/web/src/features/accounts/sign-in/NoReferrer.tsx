/** For pages whose address may hold a secret: no other site is told where its visitor came from. */
export const NoReferrer = () => <meta name="referrer" content="no-referrer" />;
