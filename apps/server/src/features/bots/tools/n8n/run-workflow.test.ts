import type { N8nToolConfig } from '@hanasu/contract/tools';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMasker } from '../tool-secrets.ts';
import { readAnswer } from './run-workflow.ts';

type Target = NonNullable<N8nToolConfig['target']>;

const config = (target: Partial<Target> = {}, answerPath = ''): N8nToolConfig => ({
  ...{ kind: 'n8n', workflowId: 'w', triggerId: 't', method: 'POST', parameters: [], timeoutSeconds: 5 },
  ...{ auth: { kind: 'none' }, readOnly: false, answerPath },
  target: {
    ...{
      id: 't',
      name: 'Webhook',
      kind: 'webhook',
      methods: ['POST'],
      path: 'webhook/a',
      workflow: 'Orders',
    },
    ...{ origin: 'https://n8n.example', authentication: 'none', responseMode: 'lastNode' },
    ...target,
  },
});

const JSON_TYPE = 'application/json; charset=utf-8';
const masker = createMasker(['Bearer s3cret-0123456789']);
const read = (
  text: string,
  {
    status = 200,
    contentType = JSON_TYPE,
    of = config(),
  }: { status?: number; contentType?: string; of?: N8nToolConfig } = {},
) => readAnswer(of, { status, contentType, text, masker });
const chunks = (...all: (readonly [type: string, content?: unknown, metadata?: object])[]) =>
  all
    .map(([type, content, metadata = {}]) =>
      JSON.stringify({
        type,
        content,
        metadata: { nodeId: 'a', nodeName: 'Agent', runIndex: 0, itemIndex: 0, ...metadata },
      }),
    )
    .join('\n');

describe('an answer', () => {
  test('is the JSON that came', () => {
    expect(read('{"free":["10:00"]}')).toMatchObject({
      run: { kind: 'done', output: { free: ['10:00'] }, status: 200 },
      executionId: null,
    });
  });

  test.each([
    ['[0].answer', '[{"answer":"at ten"}]', 'at ten'],
    ['$.a.b', '{"a":{"b":[1]}}', [1]],
    ['items[*].name', '{"items":[{"name":"tea"},{"name":"cup"}]}', ['tea', 'cup']],
  ])('at %s of %s is %j', (path, text, output) => {
    expect(read(text, { of: config({}, path) }).run).toMatchObject({ kind: 'done', output });
  });

  test('without what stands at the path fails', () => {
    expect(read('{"a":1}', { of: config({}, 'b') }).run).toMatchObject({ reason: 'bad_response' });
    expect(read('plain', { of: config({}, 'b'), contentType: 'text/plain' }).run).toMatchObject({
      reason: 'bad_response',
      detail: 'plain',
    });
  });

  test('may be a text, which n8n sends as HTML', () => {
    expect(read('Come at ten', { contentType: 'text/html; charset=utf-8' }).run).toMatchObject({
      output: 'Come at ten',
    });
  });

  test.each(['<!DOCTYPE html>\n<html>', ' <html lang="en">', '<!doctype html>'])(
    'that is the page %j fails',
    (text) => {
      expect(read(text, { contentType: 'text/html' }).run).toMatchObject({
        kind: 'failed',
        reason: 'html_page',
      });
    },
  );

  test('that is a file fails', () => {
    expect(read('%PDF', { contentType: 'application/pdf' }).run).toMatchObject({
      reason: 'bad_response',
      detail: 'a file: application/pdf',
    });
  });

  test('that is long is cut', () => {
    const { run } = read(JSON.stringify('長'.repeat(20_000)));
    expect(run.kind === 'done' && String(run.output)).toHaveLength(12_001);
  });

  test('has secrets masked', () => {
    expect(JSON.stringify(read('{"sent":"Bearer s3cret-0123456789"}').run)).not.toContain('s3cret');
    expect(JSON.stringify(read('sent s3cret-0123456789', { status: 500 }).run)).toContain('•••');
  });

  test('names the run at n8n when it does', () => {
    expect(read('{"executionId":29,"ok":true}').executionId).toBe('29');
  });
});

describe('a workflow that gives no answer', () => {
  test.each([
    ['{"message":"Workflow was started"}', {}],
    ['{"message":"thank you"}', { responseMode: 'onReceived' as const }],
    ['', { responseMode: 'onReceived' as const }],
    [
      '{"executionStarted":true,"executionId":"29"}',
      { responseMode: 'responseNodes' as const, kind: 'chat' as const },
    ],
  ])('is started: %s', (text, target) => {
    const { run } = read(text, { of: config(target) });
    expect(run).toMatchObject({ kind: 'done', isStarted: true });
    expect(run).toMatchObject({ output: expect.stringContaining('gives no answer') });
    expect(JSON.stringify(run)).not.toContain('thank you');
  });

  test.each([
    ['', 200],
    ['{"message":"Workflow executed successfully but the last node did not return any data"}', 200],
    ['{"message":"Workflow executed successfully but no data was returned"}', 200],
    ['{"code":0,"message":"No item to return was found","stacktrace":"Error"}', 500],
  ])('has run all the same: %s', (text, status) => {
    const { run } = read(text, { status });
    expect(run).toMatchObject({ kind: 'done', output: expect.stringContaining('returned no data') });
    expect(run).not.toHaveProperty('isStarted');
  });

  test('did not run when its condition was not met', () => {
    expect(read('{"message":"Webhook call received"}').run).toMatchObject({
      output: expect.stringContaining('did not run'),
    });
  });
});

describe('a refusal', () => {
  test.each([
    [
      404,
      '{"code":404,"message":"The requested webhook \\"POST a\\" is not registered.","stacktrace":"at /usr"}',
      'n8n_not_registered',
    ],
    [404, '{"code":404,"message":"This webhook is not registered for GET requests."}', 'n8n_not_registered'],
    [404, '', 'http_error_404'],
    [404, '{"error":"no such order"}', 'http_error_404'],
    [404, '{"message":"Hana is not registered for the course"}', 'http_error_404'],
    [401, 'Authorization is required!', 'n8n_auth_refused'],
    [403, 'Authorization data is wrong!', 'n8n_auth_refused'],
    [403, 'IP is not allowed to access the webhook!', 'n8n_auth_refused'],
    [401, '{"error":"the till refused the refund"}', 'http_error_401'],
    [403, 'Authorization data is wrong! The booking stays open.', 'http_error_403'],
    [428, '{"credentials":[]}', 'n8n_credentials_missing'],
    [428, '{"error":"book a table first"}', 'http_error_428'],
    [503, '{"status":"credential_readiness_check_failed"}', 'n8n_credentials_missing'],
    [503, 'Service unavailable', 'http_error_503'],
    [500, '{"message":"Error in workflow"}', 'n8n_workflow_failed'],
    [500, '{"code":0,"message":"No Respond to Webhook node found in the workflow"}', 'n8n_workflow_failed'],
    [500, 'No authentication data defined on node!', 'n8n_credentials_missing'],
    [502, '<html>Bad gateway</html>', 'http_error_502'],
    [307, '', 'http_error_307'],
  ])('%i %s is %s', (status, text, reason) => {
    expect(read(text, { status }).run).toMatchObject({ kind: 'failed', reason, status });
  });

  test.each([
    ['lastNode', 'n8n_not_registered'],
    ['responseNode', 'http_error_404'],
  ] as const)('404 without a text of a chat that responds by %s is %s', (responseMode, reason) => {
    expect(read('', { status: 404, of: config({ kind: 'chat', responseMode }) }).run).toMatchObject({
      reason,
    });
  });

  test('has the message of n8n as its detail, without the stack', () => {
    const { run } = read('{"code":404,"message":"not registered","stacktrace":"at /usr/lib"}', {
      status: 404,
    });
    expect(run).toMatchObject({ detail: 'not registered' });
  });
});

describe('a chat', () => {
  test.each([
    ['{"output":"a","text":"b"}', 'a'],
    ['{"text":"b"}', 'b'],
    ['{"message":"c"}', 'c'],
    ['{"message":{"text":"d"}}', 'd'],
    ['[{"output":"e"},{"output":"f"}]', 'e'],
    ['{"other":1}', { other: 1 }],
    ['"g"', 'g'],
  ])('with %s says %j', (text, output) => {
    expect(read(text, { of: config({ kind: 'chat' }) }).run).toMatchObject({ kind: 'done', output });
  });
});

describe('a stream', () => {
  test('is the text of its items', () => {
    const text = chunks(['begin'], ['item', 'Hello '], ['item', 'Hana'], ['end']);
    expect(read(text).run).toMatchObject({ kind: 'done', output: 'Hello Hana' });
    expect(read(`${text}\n`).run).toMatchObject({ output: 'Hello Hana' });
  });

  test('keeps texts of several nodes, runs and items apart', () => {
    const [other, next] = [{ nodeId: 'b' }, { itemIndex: 1 }];
    const text = chunks(
      ...[['begin'] as const, ['begin', undefined, other] as const, ['begin', undefined, next] as const],
      ...[['item', 'One'] as const, ['item', 'Two', other] as const, ['item', ' more'] as const],
      ...[['item', { three: 3 }, next] as const, ['end'] as const, ['end', undefined, other] as const],
      ['end', undefined, next],
    );
    expect(read(text).run).toMatchObject({ output: 'One more\n\nTwo\n\n{"three":3}' });
  });

  test('of JSON is read like JSON', () => {
    const text = chunks(['begin'], ['item', '{"answer":'], ['item', '"at ten"}'], ['end']);
    expect(read(text, { of: config({}, 'answer') }).run).toMatchObject({ output: 'at ten' });
  });

  test('keeps lines that are no JSON', () => {
    expect(read(`${chunks(['begin'], ['item', 'One'], ['end'])}\nplain words`).run).toMatchObject({
      output: 'One\n\nplain words',
    });
  });

  test.each([
    [chunks(['error', null]), 'error in the node Agent'],
    [chunks(['begin'], ['item', 'Half'], ['error', 'overloaded']), 'overloaded'],
    [chunks(['begin'], ['item', 'Half']), 'the stream broke off'],
  ])('that fails is no answer: %s', (text, detail) => {
    expect(read(text).run).toEqual({ kind: 'failed', reason: 'n8n_workflow_failed', detail, status: 200 });
  });

  test('without texts has run', () => {
    expect(read(chunks(['begin'], ['end'])).run).toMatchObject({
      output: expect.stringContaining('no data'),
    });
  });

  test('is unwrapped once: what stands in a chunk is taken as it is', () => {
    const inner = { type: 'item', content: { type: 'item', content: 'deep', metadata: {} }, metadata: {} };
    expect(read(chunks(['item', inner])).run).toMatchObject({ kind: 'done', output: inner });
  });

  test('of chunks within chunks is read in one pass', () => {
    let content: unknown = 'deep';
    for (let depth = 0; depth < 500; depth += 1) content = { type: 'item', content, metadata: {} };
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect(read(chunks(['item', content])).run).toMatchObject({ kind: 'done' });
    expect(parse.mock.calls.length).toBeLessThan(5);
  });

  test('is none when types of its lines are no texts', () => {
    const line = JSON.stringify({ type: ['item'], content: 'a', metadata: {} });
    expect(read(`${line}\n${line}`).run).toMatchObject({ kind: 'done', output: `${line}\n${line}` });
  });

  test('is not taken for one when an answer has a type of its own', () => {
    expect(read('{"type":"item","price":3}').run).toMatchObject({ output: { type: 'item', price: 3 } });
  });
});
