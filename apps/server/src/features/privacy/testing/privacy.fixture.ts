import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createActionRule, listActionRules } from '@hanasu/contract/actions';
import { createApiKey } from '@hanasu/contract/api-keys';
import { createBudget } from '@hanasu/contract/budgets';
import { createCurated } from '@hanasu/contract/curated';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { checkImport, runImport } from '@hanasu/contract/customer-imports';
import { keepApart, mergeCustomers } from '@hanasu/contract/customer-merges';
import { getCustomerTask } from '@hanasu/contract/customer-tasks';
import { changeCustomer, createCustomer } from '@hanasu/contract/customers';
import { openEmbedSession, rotateIdentitySecret, updateEmbedSetting } from '@hanasu/contract/embed';
import { submitForm, uploadFormFile } from '@hanasu/contract/form-submissions';
import { reportPublicBot, saveListing } from '@hanasu/contract/gallery';
import { createGroup } from '@hanasu/contract/groups';
import type { BotId, CustomerTaskId, UserId } from '@hanasu/contract/ids';
import { createMessageTemplate } from '@hanasu/contract/message-templates';
import { changePostSite, getPostSite } from '@hanasu/contract/posts';
import { deleteAccount } from '@hanasu/contract/privacy';
import { createRichMessage } from '@hanasu/contract/rich-messages';
import { createSegment, snapshotSegment } from '@hanasu/contract/segments';
import { createTag, createTagGroup } from '@hanasu/contract/tags';
import { createTool } from '@hanasu/contract/tools';
import { createWebHook, testWebHook } from '@hanasu/contract/web-hooks';
import sharp from 'sharp';
import { MEMBER_BELONGINGS } from '../../../app/context.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import { createMail } from '../../../platform/mail/create-mail.ts';
import { eventually, formOf, type SignedIn, startTestServer } from '../../../testing/test-server.ts';
import {
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';
import { avatarFile } from '../../accounts/profile/avatar-files.ts';
import { addForm, definitionOf, filled, proofOf, setProof, text } from '../../forms/testing/forms.fixture.ts';
import { addPublished, change } from '../../posts/testing/posts.fixture.ts';
import { addPicture } from '../../rich-menus/testing/rich-menus.fixture.ts';
import { type ErasingDependencies, erasePerson } from '../deletion/erase-person.ts';

export type PrivacyFixture = Awaited<ReturnType<typeof startPrivacyFixture>>;

/** A server whose database and files are at hand, and the eraser of another process beside it. */
export async function startPrivacyFixture() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-privacy-'));
  let url = '';
  const keepUrl = (given: string): string => {
    url = given;
    return given;
  };
  // Who is due is erased when the test says so.
  const withoutWorkers = ['scheduled-deletions'];
  const server = await startTestServer({ DATA_DIR: dataDir }, keepUrl, { withoutWorkers });
  const onError = (error: Error): never => {
    throw error;
  };
  const database = openDatabase({ url, poolSize: 4, onError });
  const files = createDiskFileStore(path.join(dataDir, 'files'));
  const erasing: ErasingDependencies = {
    database,
    files,
    mail: createMail({ hasServer: false }),
    ended: { session: () => undefined, user: () => undefined },
    publicUrl: 'https://hanasu.example',
    belongings: MEMBER_BELONGINGS,
    settleMs: 0,
  };
  return {
    server,
    dataDir,
    database,
    files,
    mail: erasing.mail,
    erase: (person: SignedIn, changes: Partial<ErasingDependencies> = {}) =>
      erasePerson({ ...erasing, ...changes }, person.user.uuid as UserId),
    /** Asks to be erased, and lets the seven days pass. */
    async makeDue(person: SignedIn): Promise<void> {
      await person.call(deleteAccount, { body: { name: person.user.username, password: person.password } });
      await server.sql("update users set delete_at = now() - interval '1 minute' where id = $1", [
        person.user.uuid,
      ]);
    },
    async stop(): Promise<void> {
      await database.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One of everything that an account can have today, and a conversation that was answered. */
export async function fillAccount(
  { server, files }: Pick<PrivacyFixture, 'server' | 'files'>,
  person: SignedIn,
) {
  const { bot, knowledge, document } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await fillForPeople(person);
  await fillForForms(server, person);
  await fillForRichMessages(person);
  await fillForPosts(server, person);
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const { uuid: conversation } = await conversationOf(person, channel.uuid);
  await eventually('the bot has answered', async () => {
    const messages = await messagesOf(person, conversation);
    return messages.find(({ sender, delivery }) => sender === 'bot' && delivery.state !== 'pending');
  });
  const accountId = person.user.account.uuid;
  await server.sql(
    `insert into invitations (account_id, id, email, email_key, role, invited_by, expires_at, accepted_at)
     values ($1, gen_random_uuid(), $3, $3, 'viewer', $2, now() + interval '7 days', now())`,
    [accountId, person.user.uuid, `guest-of-${person.user.username}@example.com`],
  );
  await server.sql(
    `insert into one_time_codes (id, purpose, code_hash, user_id, tenant_id, data, expires_at)
     values (gen_random_uuid(), 'export', sha256($3::bytea), $1, $2, '{}', now() + interval '7 days')`,
    [person.user.uuid, accountId, person.user.username],
  );
  await fillForDevelopers(server, accountId, person);
  await fillForKnowledge(server, accountId, knowledge.uuid, document.uuid);
  await fillForVisitors(server, person, bot.uuid);
  await fillForInbox(server, person, channel.uuid, conversation);
  await fillForRichMenus(server, accountId, conversation);
  await server.sql(
    `insert into form_conversations (account_id, id, form_id, version, conversation_id, friend_id, step, answers, language,
       handling, started_by, user_id, expires_at)
     select c.account_id, gen_random_uuid(), f.id, 1, c.id, c.friend_id, 'paused', '{"name": "Mai"}', 'en', 'bot', 'staff',
       $3, now() + interval '7 days'
     from conversations c join forms f on f.account_id = c.account_id where c.account_id = $1 and c.id = $2 limit 1`,
    [accountId, conversation, person.user.uuid],
  );
  await server.sql(
    `insert into form_talk_files (account_id, message_id, talk_id, field, next_attempt_at)
     select account_id, gen_random_uuid(), id, 'photo', null from form_conversations where account_id = $1`,
    [accountId],
  );
  await server.sql(
    `insert into form_logins (account_id, channel_id, login_channel_id) values ($1, $2, '2000000001')`,
    [accountId, channel.uuid],
  );
  await person.call(createTool, {
    params: { uuid: bot.uuid },
    body: { name: 'person', description: 'When they ask for one', config: { kind: 'handover' } },
  });
  await person.call(createCurated, {
    params: { uuid: bot.uuid },
    body: { questions: ['Is there a toilet?'], answer: 'Yes, behind the counter.' },
  });
  // Not read any more, and erased all the same.
  await server.sql(
    "insert into bot_months (account_id, bot_id, month, tokens) values ($1, $2, '2026-01-01', 5)",
    [accountId, bot.uuid],
  );
  await person.call(createBudget, {
    body: { of: { kind: 'bot', uuid: bot.uuid }, period: 'month', limit: 1_000_000, action: 'warn' },
  });
  await person.call(createGroup, {
    body: { name: 'Entrance', members: [{ botUuid: bot.uuid, whenToUse: 'Everything', rules: [] }] },
  });
  const [attachment] = await server.sql<{ id: string }>(
    `insert into attachments (account_id, id, conversation_id, kind, name, media_type, size, file_key, text)
     values ($1, ('f' || substr(gen_random_uuid()::text, 2))::uuid, $2, 'document', 'note.txt', 'text/plain', 6, $1::uuid::text || '/attachments/note', 'A note') returning id`,
    [accountId, conversation],
  );
  await files.put(`${accountId}/attachments/note`, Buffer.from('A note'));
  await files.put(`${accountId}/media/a/original`, Buffer.from('A photo'));
  await server.sql(
    `insert into tool_confirmations (account_id, id, conversation_id, bot_id, tool_id, tool_version, tool_name, input,
       question, confirmer, state, reported_at, decided_by, expires_at)
     values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), now(), 'cancel', '{}', 'Cancel it?', 'staff', 'declined', now(), $4, now())`,
    [accountId, conversation, bot.uuid, person.user.uuid],
  );
  await server.sql(
    `insert into tool_runs (account_id, id, tool_id, conversation_id, state, milliseconds, input, output, key)
     select account_id, gen_random_uuid(), id, $2, 'done', 120, '{"day": "Monday"}', '"At ten"', 'one' from bot_tools
     where account_id = $1 limit 1`,
    [accountId, conversation],
  );
  await server.sql(
    `insert into n8n_connections (account_id, base_url, sealed_key, ending, checked_at, changed_at, changed_by)
     values ($1, 'https://n8n.example', '\\x00', 'abcd', now(), now(), $2)`,
    [accountId, person.user.uuid],
  );
  await server.sql(
    `insert into chat_shares (code, tenant_id, conversation_id, through_id)
     values ($3, $1, $2, gen_random_uuid())`,
    [accountId, conversation, randomBytes(24).toString('base64url')],
  );
  const avatarKey = randomBytes(24).toString('base64url');
  await files.put(avatarFile(avatarKey), Buffer.from('a picture'));
  await server.sql('update users set avatar_key = $2 where id = $1', [person.user.uuid, avatarKey]);
  await server.sql('insert into removed_files (account_id, key) values ($1, $2)', [
    accountId,
    `${accountId}/forms/removed`,
  ]);
  const logoKey = randomBytes(24).toString('base64url');
  await files.put(avatarFile(logoKey), Buffer.from('a logo'));
  await server.sql('update accounts set logo_key = $2 where id = $1', [accountId, logoKey]);
  return { bot, knowledge, document, channel, conversation, attachment: attachment?.id, avatarKey, logoKey };
}

/** A base that was changed by hand, reads a web site and is tried with questions. */
async function importSomebody(person: SignedIn): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob(['Name,Email\nHana,hana@example.com\n']), 'customers.csv');
  const upload = await person.raw('POST', '/api/customers/import', { body: form });
  const imported = { params: { uuid: (upload.body as { uuid: CustomerTaskId }).uuid } };
  const until = (state: string) =>
    eventually(
      `an import that is ${state}`,
      async () => (await person.call(getCustomerTask, imported)).state === state,
    );
  await until('ready');
  await person.call(checkImport, { ...imported, body: { columns: ['displayName', 'emails'] } });
  await until('checked');
  await person.call(runImport, imported);
  await until('done');
}

/** A customer with everything that an account can know of one. */
async function fillForPeople(person: SignedIn): Promise<void> {
  const field = await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } });
  const group = await person.call(createTagGroup, { body: { name: 'Rank', exclusive: true } });
  const tag = await person.call(createTag, { body: { name: 'Gold', groupUuid: group.uuid } });
  const facts = { displayName: 'Hana', phones: ['+81 90 1234 5678'], fields: { [field.uuid]: 'L' } };
  const { uuid } = await person.call(createCustomer, { body: facts });
  await person.call(createActionRule, {
    body: { name: 'Once', trigger: { kind: 'tagged' }, actions: [{ kind: 'owner', ownerUuid: null }] },
  });
  await person.call(changeCustomer, { params: { uuid }, body: { addTags: [tag.uuid] } });
  const other = await person.call(createCustomer, { body: { ...facts, note: 'On two channels' } });
  await person.call(mergeCustomers, { params: { uuid }, body: { otherUuid: other.uuid } });
  const twin = await person.call(createCustomer, { body: facts });
  await person.call(keepApart, { body: { uuids: [uuid, twin.uuid] } });
  await importSomebody(person);
  const gold = { kind: 'tag' as const, match: 'any' as const, tagUuids: [tag.uuid] };
  const segment = await person.call(createSegment, {
    body: { name: 'Gold', definition: { kind: 'and', items: [gold] } },
  });
  await person.call(snapshotSegment, { params: { uuid: segment.uuid }, body: { name: 'Gold today' } });
  await eventually('the rule', async () => (await person.call(listActionRules)).items[0]?.done === 1);
}

/** A form, and what somebody has sent by it with a file. */
async function fillForForms(server: PrivacyFixture['server'], person: SignedIn): Promise<void> {
  const definition = definitionOf(text('name', { mapTo: { fact: 'displayName' } }), {
    kind: 'file',
    key: 'plan',
    label: { en: 'Plan' },
  });
  const form = await addForm(person, definition);
  const body = formOf('file', Buffer.from('%PDF-1.7\n%%EOF\n'), 'plan.pdf');
  body.set('field', 'plan');
  setProof(body, proofOf(form.uuid));
  const kept = await server.anonymous.raw('POST', `/api/public/form/${form.slug}/file`, { body });
  const plan = [uploadFormFile.output.parse(kept.body).uuid];
  await server.anonymous.call(submitForm, { body: filled(form, { name: 'Mai', plan }) });
}

/** A menu that was published, given to whom a conversation is with, and tapped by them. */
async function fillForRichMenus(
  server: PrivacyFixture['server'],
  accountId: string,
  conversation: string,
): Promise<void> {
  await server.sql(
    `with menu as (insert into rich_menus (account_id, id, channel_id, name, position, draft, settings, version)
         select c.account_id, gen_random_uuid(), c.channel_id, 'Menu', 0, '{}', '{}', 1 from conversations c
         where c.account_id = $1 and c.id = $2 returning account_id, id, channel_id),
       version as (insert into rich_menu_versions (account_id, menu_id, number, definition) select account_id, id, 1, '{}' from menu),
       line as (insert into line_menus (account_id, channel_id, line_id, menu_id, page_id, hash)
         select account_id, channel_id, 'richmenu-1', id, 'p1', 'x' from menu),
       channel as (insert into channel_menus (account_id, channel_id) select account_id, channel_id from menu),
       removal as (insert into menu_removals (account_id, channel_id, channel_kind, channel_name, sandbox, credentials, due_at)
         select account_id, channel_id, 'line', 'Counter', true, '', now() + interval '1 day' from menu),
       friend as (insert into friend_menus (account_id, channel_id, friend_id, given_menu_id)
         select m.account_id, m.channel_id, c.friend_id, m.id from menu m, conversations c where c.account_id = $1 and c.id = $2),
       link as (insert into tracked_links (account_id, id, code, owner_kind, owner_id, owner_part, url)
         select account_id, gen_random_uuid(), 'c' || substr(md5(account_id::text), 1, 11), 'richMenu', id, 'p1/a', 'https://shop.example/' from menu
         returning account_id, id),
       broadcast as (insert into broadcasts (account_id, id, name, content, audience, state, people)
         select account_id, gen_random_uuid(), 'Autumn', '{}', '{"kind": "everybody"}', 'sent', 1 from menu returning account_id, id),
       settings as (insert into broadcast_settings (account_id, unsubscribe_words, resume_words)
         select account_id, array['STOP'], array['START'] from menu),
       payment as (insert into payments (account_id, id, browser_key, package_id, tokens, amount, currency, tax_rate, gateway, is_test)
         select account_id, gen_random_uuid(), 'browser-key', 'small', 1000, 1100, 'JPY', 10, 'sandbox', true from menu
         returning account_id, id),
       receipt as (insert into receipts (account_id, id, payment_id, kind, number, facts)
         select account_id, gen_random_uuid(), id, 'receipt', 'TEST-' || account_id, '{}' from payment),
       billing as (insert into billing_details (account_id, is_company, name, department, address, tax_number, email, locale)
         select account_id, true, 'Sakura', '', '', '', '', 'en' from payment),
       sandboxed as (insert into sandbox_payments (account_id, id, payment_id, payment)
         select account_id, 'sandbox_' || id, id::text, '{}' from payment),
       lane as (insert into broadcast_channels (account_id, broadcast_id, channel_id, position)
         select b.account_id, b.id, m.channel_id, 1 from broadcast b, menu m),
       called as (insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number, state, ended_at)
         select b.account_id, gen_random_uuid(), b.id, c.channel_id, 0, 0, 'accepted', now()
         from broadcast b, conversations c where c.account_id = $1 and c.id = $2
         returning account_id, id, broadcast_id, channel_id),
       recipient as (insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, friend_id, state, call_id)
         select b.account_id, gen_random_uuid(), b.broadcast_id, b.channel_id, c.friend_id, 'called', b.id
         from called b, conversations c where c.account_id = $1 and c.id = $2),
       click as (insert into tracked_clicks (account_id, id, link_id, friend_id)
         select l.account_id, gen_random_uuid(), l.id, c.friend_id from link l, conversations c where c.account_id = $1 and c.id = $2)
     insert into menu_taps (account_id, id, menu_id, page_id, area_id, friend_id, event_id)
     select m.account_id, gen_random_uuid(), m.id, 'p1', 'a', c.friend_id, 'event' from menu m, conversations c
     where c.account_id = $1 and c.id = $2`,
    [accountId, conversation],
  );
}

/** A picture that was uploaded, a rich message that shows it, and a message template. */
async function fillForRichMessages(person: SignedIn): Promise<void> {
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { uuid } = await addPicture(person, png);
  const picture = { kind: 'upload' as const, fileUuid: uuid, crop: null };
  const definition = { height: 1_040, picture, altText: 'Autumn', areas: [], video: null };
  await person.call(createRichMessage, { body: { name: 'Autumn', definition } });
  const bubble = { kind: 'text' as const, id: 'a', text: 'Hello {{customer.name | "friend"}}' };
  const content = { bubbles: [bubble], quickReplies: [], sender: null, variants: {} };
  await person.call(createMessageTemplate, { body: { name: 'Autumn', content } });
}

/** A published post in a knowledge base, whose address has changed, like that of the list, and a report of a reader. */
async function fillForPosts(server: PrivacyFixture['server'], person: SignedIn): Promise<void> {
  const published = await addPublished(person);
  const { path } = await change(person, published, { slug: 'moved' });
  const report = { reason: 'other', text: 'Is this yours?' };
  await fetch(new URL(`${path}/report`, server.address), {
    method: 'POST',
    body: new URLSearchParams(report),
  });
  const { slug } = await person.call(getPostSite);
  await person.call(changePostSite, { body: { slug: `${slug}-moved` } });
  // No worker is to bring it in step.
  await server.sql(
    `insert into post_copies (account_id, post_id, knowledge_id, is_chosen)
     select account_id, $2, id, true from knowledges where account_id = $1 limit 1`,
    [person.user.account.uuid, published.uuid],
  );
}

async function fillForKnowledge(
  server: PrivacyFixture['server'],
  accountId: string,
  knowledgeId: string,
  documentId: string,
): Promise<void> {
  await server.sql(
    `with one as (select $1::uuid as account, $2::uuid as base, $3::uuid as document, gen_random_uuid() as site,
         gen_random_uuid() as set, gen_random_uuid() as run,
         (select id from embeddings where account_id = $1 and document_id = $3 limit 1) as chunk),
       edit as (insert into chunk_edits (account_id, id, document_id, anchors, anchor_start, anchor_end, chunks)
         select account, gen_random_uuid(), document, '{}', 0, 0, '[]' from one),
       hit as (insert into embedding_hits (account_id, id, document_id, embedding_id, question)
         select account, gen_random_uuid(), document, chunk, 'Is parking free?' from one),
       vector as (insert into embedding_vectors (account_id, knowledge_id, model, embedding_id, data, version)
         select account, base, 'test', chunk, '\\x00000000', 1 from one),
       sent as (insert into uploads (account_id, id, knowledge_id, file_name, folder, bytes, sha256)
         select account, gen_random_uuid(), base, 'a.txt', '', 3, repeat('0', 64) from one),
       site as (insert into websites (account_id, id, knowledge_id, url, mode, schedule, depth, page_limit, include,
           exclude, status)
         select account, site, base, 'https://example.com/', 'site', 'daily', 3, 10, '{}', '{}', 'done' from one),
       page as (insert into website_pages (account_id, id, website_id, url, depth, found_in, state)
         select account, gen_random_uuid(), site, 'https://example.com/', 0, 1, 'new' from one),
       question_set as (insert into question_sets (account_id, id, knowledge_id, name)
         select account, set, base, 'Basics' from one),
       question as (insert into test_questions (account_id, id, set_id, question, expected, origin)
         select account, gen_random_uuid(), set, 'Is parking free?', '{}', 'written' from one),
       run as (insert into test_runs (account_id, id, set_id, status, cause, settings, questions)
         select account, run, set, 'done', 'manual', '{}', 1 from one),
       result as (insert into test_results (account_id, run_id, question_id, question, milliseconds, top)
         select account, run, gen_random_uuid(), 'Is parking free?', 1, '[]' from one),
       checked as (insert into document_checks (account_id, document_id, version, origin)
         select account, document, 1, 'model' from one),
       asked as (insert into document_questions (account_id, id, document_id, version, position, question, embedding_id)
         select account, run, document, 1, 1, 'Is parking free?', chunk from one),
       answered as (insert into document_answers (account_id, question_id, bot_id)
         select b.account_id, run, b.id from one join bots b on b.account_id = account limit 1)
     insert into settled_questions (account_id, knowledge_id, message_id, action)
     select account, base, gen_random_uuid(), 'dismiss' from one`,
    [accountId, knowledgeId, documentId],
  );
}

/** What staff and the work with vendors leave behind. */
async function fillForInbox(
  server: PrivacyFixture['server'],
  person: SignedIn,
  channelId: string,
  conversationId: string,
): Promise<void> {
  await server.sql(
    `with one as (select $1::uuid as account, $2::uuid as person, $3::uuid as channel, $4::uuid as conversation,
         gen_random_uuid() as id),
       grant_row as (insert into channel_grants (account_id, id, state_hash, user_id, session_id, kind, name, secrets,
           expires_at)
         select account, id, '\\x00', person, id, 'test', 'Shop', '\\x00', now() + interval '7 days' from one),
       app as (insert into channel_apps (account_id, id, kind, app_id) select account, id, 'test', '1' from one),
       call as (insert into channel_calls (account_id, id, channel_id, at, operation, result, duration_ms, payload)
         select account, id, channel, now(), 'send', 'ok', 1, '{}' from one),
       sync as (insert into friend_syncs (account_id, id, channel_id, state, started_by)
         select account, id, channel, 'done', person from one),
       draft as (insert into drafts (account_id, conversation_id, user_id, text)
         select account, conversation, person, 'We are' from one),
       canned as (insert into canned_replies (account_id, id, shortcut, title, text, created_by)
         select account, id, 'hours', 'Hours', 'From nine', person from one),
       present as (insert into operator_presence (account_id, user_id, available, seen_at)
         select account, person, true, now() from one on conflict do nothing),
       view as (insert into inbox_views (account_id, user_id, views) select account, person, '[]' from one),
       picture as (insert into media (account_id, id, conversation_id, state, name, content_type, file_key)
         select account, ('fe' || substr(id::text, 3))::uuid, conversation, 'stored', 'a.jpg', 'image/jpeg',
           account::text || '/media/a/original' from one),
       face as (insert into pictures (account_id, subject_id, hash, fetched_at)
        select account, channel, 'hash', now() from one),
      told as (insert into notify_settings (account_id, user_id, settings) select account, person, '{}' from one),
       link as (insert into notify_links (account_id, user_id, channel_id) select account, person, channel from one)
     insert into notifications (account_id, id, user_id, event, way, key, subject, body, path, state, due_at)
     select account, id, person, 'waiting', 'email', 'key', 'Alex', 'Is parking free?', '/Message', 'sent', now()
     from one`,
    [person.user.account.uuid, person.user.uuid, channelId, conversationId],
  );
}

/** A key that was used and a web hook that was told. */
async function fillForDevelopers(
  server: PrivacyFixture['server'],
  accountId: string,
  person: SignedIn,
): Promise<void> {
  const { uuid } = await person.call(createApiKey, { body: { name: 'Till', scopes: ['chat'] } });
  await server.sql(
    "insert into api_key_months (account_id, key_id, month, tokens) values ($1, $2, '2026-01-01', 5)",
    [accountId, uuid],
  );
  const modelKey = newId<string>();
  await server.sql(
    `insert into model_keys (account_id, id, provider, name, ending, models, checked_at, changed_at)
     values ($1, $2, 'openai', '', 'ab12', '[]', now(), now())`,
    [accountId, modelKey],
  );
  await server.sql(
    "insert into model_key_months (account_id, key_id, month, micros) values ($1, $2, '2026-01-01', 5)",
    [accountId, modelKey],
  );
  await server.sql(
    `insert into model_key_reservations (account_id, id, key_id, micros, expires_at)
     values ($1, $3, $2, 5, now() + interval '7 days')`,
    [accountId, modelKey, newId<string>()],
  );
  const url = `https://${person.user.username}.example.invalid/hook`;
  const hook = await person.call(createWebHook, { body: { url, events: ['message.received'] } });
  await person.call(testWebHook, { params: { uuid: hook.uuid } });
}

/** A public bot that somebody has reported, and a visitor of a web site. */
async function fillForVisitors(
  server: PrivacyFixture['server'],
  person: SignedIn,
  botUuid: BotId,
): Promise<void> {
  const slug = `bot-of-${person.user.username}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const listing = {
    title: 'Clerk',
    description: 'Knows the shop',
    category: 'shop',
    language: 'en',
  } as const;
  await person.call(saveListing, { params: { uuid: botUuid }, body: { ...listing, slug } });
  await server.anonymous.call(reportPublicBot, { params: { slug }, body: { reason: 'other' } });
  await person.call(updateEmbedSetting, { body: { botUuid, enabled: true } });
  const { secret } = await person.call(rotateIdentitySecret, { body: { botUuid } });
  const userId = person.user.username;
  const hash = createHmac('sha256', secret).update(userId).digest('hex');
  await server.anonymous.call(openEmbedSession, {
    params: { botUuid },
    body: { userId, name: userId, hash },
  });
}
