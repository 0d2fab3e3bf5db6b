/** Settings of earlier versions that nothing reads any more: who still sets one expects what is no longer so. */
export const GONE: Readonly<Record<string, string>> = {
  ALLOW_PRIVATE_ADDRESSES:
    'is gone. Remove it, and list the private servers that may be reached: ALLOW_PRIVATE_HOSTS=n8n.local:5678,127.0.0.1:11434',
};
