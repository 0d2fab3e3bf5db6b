export const connections = {
  n8n: 'n8n',
  n8nText: 'Bots run workflows of your n8n and answer with what they return.',
  adminsOnly: 'Only an Owner or Admin can see and change this connection. Ask one of them.',
  connected: 'Connected',
  toolsFail_one: '{{count}} workflow fails',
  toolsFail_other: '{{count}} workflows fail',
  checked: 'checked {{when}}',
  changedBy: 'changed by {{name}}',
  keySteps: {
    title: 'How to get the API key',
    open: 'In n8n, open Settings → n8n API.',
    create: 'Create an API key. If n8n asks for scopes, {{scope}} is enough.',
    paste: 'Copy it right away and paste it below.',
  },
  baseUrl: 'Address of your n8n',
  baseUrlHelp: 'The address you open n8n with.',
  baseUrlPlaceholder: 'https://n8n.example.com',
  webhookBaseUrl: 'Address for webhooks, if it differs',
  webhookBaseUrlHelp: 'Only if your n8n has its own address for webhooks ({{setting}}).',
  webhookBaseUrlPlaceholder: 'Same as above',
  addressWrong: 'Enter a full address, like https://n8n.example.com',
  addressNotAllowed:
    'This address is inside a private network. A server administrator can allow it with the setting ALLOW_PRIVATE_HOSTS.',
  apiKey: 'API key of n8n',
  apiKeyHelp: 'Stored encrypted and never shown again.',
  keyStored: 'A key ending in {{ending}} is stored.',
  replaceKey: 'Replace',
  keyAgain: 'This is another address. Enter an API key of the n8n there.',
  openKeys: 'Open the API keys in n8n',
  connect: 'Connect',
  checkNote: 'Before saving, we call n8n once to check the address and the key.',
  saved: 'Connected to n8n',
  tooOften: 'The connection was checked very often. Try again in an hour.',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect n8n?',
  disconnectText: 'The API key for {{host}} is deleted.',
  disconnectTools_one:
    '{{count}} tool of your bots runs a workflow: it stays, but fails until n8n is connected again.',
  disconnectTools_other:
    '{{count}} tools of your bots run workflows: they stay, but fail until n8n is connected again.',
  disconnected: 'n8n is disconnected',
  workflows: 'Workflows for bots',
  workflowsText:
    'What bots can run now. Changes in n8n appear here within a minute, or at once with “Refresh”.',
  workflowsLater: 'Once n8n is connected, the workflows that bots can run are listed here.',
  noWorkflows: 'No workflow is offered yet.',
  count_one: '{{count}} workflow',
  count_other: '{{count}} workflows',
  reload: 'Refresh',
  updated: 'updated {{when}}',
  triggers: { webhook: 'Webhook', chat: 'Chat' },
  open: 'Open in n8n',
  openWorkflow: 'Open in n8n: {{name}}',
  offerSteps: {
    title: 'How to offer a workflow',
    trigger: 'Start the workflow with a Webhook node or a Chat Trigger that is publicly available.',
    tag: 'Give it the tag {{tag}}.',
    publish: 'Publish it (Active in older versions).',
    add: 'Then open a bot, tab Tools, and add “Run an n8n workflow”.',
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly connections: typeof connections;
  }
}
