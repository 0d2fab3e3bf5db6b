export const CALL_KINDS = ['curl', 'javascript', 'mcp'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** What calls one bot, ready to be copied. */
export function exampleOf(kind: CallKind, origin: string, botUuid: string): string {
  return EXAMPLES[kind](origin, botUuid);
}

const EXAMPLES: Readonly<Record<CallKind, (origin: string, botUuid: string) => string>> = {
  curl: (origin, botUuid) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $HANASU_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${botUuid}",
    "messages": [{ "role": "user", "content": "Hello" }]
  }'`,
  javascript: (origin, botUuid) => `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  apiKey: '$HANASU_API_KEY',
  baseURL: '${origin}/v1',
});
const stream = await client.chat.completions.create({
  model: '${botUuid}',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`,
  mcp: (origin, botUuid) => `{
  "mcpServers": {
    "hanasu": {
      "type": "http",
      "url": "${origin}/mcp/${botUuid}",
      "headers": { "Authorization": "Bearer $HANASU_API_KEY" }
    }
  }
}`,
};
