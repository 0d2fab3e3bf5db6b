import { FormDefinition } from '@hanasu/contract/form-definition';
import * as submissions from '@hanasu/contract/form-submissions';
import { getFormLogin } from '@hanasu/contract/forms';
import type { FastifyInstance } from 'fastify';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import { type AccountTransaction, type Database, within } from '../../platform/database/database.ts';
import { type ActionKind, defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { createFileScanner } from '../../platform/files/scan-file.ts';
import type { Implement } from '../../platform/http/implement.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { createStaffMessages } from '../automations/public.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import { formContacts } from '../contacts/public.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import { removeExpiredTalks } from './chat/form-conversations.store.ts';
import { createFileReceiver } from './chat/receive-files.ts';
import * as forms from './forms.store.ts';
import { addFormPage } from './public/form-page.ts';
import { bitsFor, createFormTokens, type FormTokens } from './public/form-tokens.ts';
import {
  findProven,
  knownAnswers,
  linkedAnswers,
  provePerson,
  readFormLogin,
  readPerson,
} from './public/prove-person.ts';
import { type SubmitDependencies, submitForm } from './public/submit-form.ts';
import { addFormRoutes } from './routes.ts';
import { formActions, type SendDependencies } from './send-form.ts';
import { readDefinition, shopOf } from './shop.ts';
import { submitted } from './submissions/answers.ts';
import { type KeepDependencies, keepFile, removeUnsubmittedFiles } from './submissions/files.ts';
import { countLastHour } from './submissions/limits.ts';
import { addSubmissionRoutes } from './submissions/routes.ts';
import { findClosedSlots, momentOf, todayOf } from './submissions/slots.ts';
import { eraseCustomer } from './submissions/submissions.store.ts';

interface Stored {
  readonly database: Database;
  readonly files: FileStore;
}
interface AppContext extends Stored {
  readonly secretKeys: SecretKeys;
  readonly notifyWorker: (name: WorkerName) => void;
  readonly directory: ChannelDirectory;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly config: { readonly publicUrl: string };
}
interface Context extends AppContext {
  readonly app: FastifyInstance;
  readonly realtime: Pick<Realtime, 'emit' | 'emitToUser'>;
  readonly storage: Pick<KeepDependencies, 'requireQuota'>;
  readonly config: AppContext['config'] & {
    readonly CLAMD_SOCKET?: string | undefined;
    readonly MAX_UPLOAD_BYTES: number;
    readonly WEB_DIST?: string | undefined;
  };
  /** Of all features. */
  readonly actions: readonly ActionKind[];
}

interface WorkContext extends AppContext {
  readonly storage: Pick<KeepDependencies, 'requireQuota'>;
  readonly config: AppContext['config'] & { readonly CLAMD_SOCKET?: string | undefined };
  readonly onError: (error: unknown) => void;
}

/** Questionnaires with a public page, and what was sent by them. */
export const formsFeature = defineFeature<Context, WorkContext, AppContext>({
  name: 'forms',
  eraseCustomer,
  conditions: () => [submitted],
  actions: (context) => formActions(sendDependencies(context)),
  routes(implement, context) {
    const { config, storage, notifyWorker } = context;
    const sending = sendDependencies(context);
    addFormPage({ ...context, webDist: config.WEB_DIST });
    addFormRoutes(implement, { ...context, ...sending });
    addSubmissionRoutes(implement, context);
    implement(getFormLogin, ({ params }, { session }) =>
      readFormLogin(context, session.accountId, params.uuid),
    );
    addPublicFormRoutes(implement, {
      ...context,
      ...sending,
      sendOwn: sending.ownMessages.sendOwn,
      requireQuota: storage.requireQuota,
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      scan: createFileScanner(config.CLAMD_SOCKET),
      notify: () => notifyWorker('notifications'),
    });
  },
  workers: ({ config, storage, ...context }) => [
    createFileReceiver({
      ...context,
      ...sendDependencies({ ...context, config }),
      requireQuota: storage.requireQuota,
      scan: createFileScanner(config.CLAMD_SOCKET),
    }),
  ],
  jobs: (context) => [
    scheduledJob('remove-unsubmitted-form-files', HOURLY, () => removeUnsubmittedFiles(context)),
    scheduledJob('remove-expired-form-talks', HOURLY, async () => {
      await context.database.system(removeExpiredTalks);
    }),
  ],
});

const sendDependencies = ({
  secretKeys,
  config,
  directory,
  notifyWorker,
  publishConversationUpdate,
}: AppContext): SendDependencies => ({
  directory,
  tokens: createFormTokens(secretKeys),
  publicUrl: config.publicUrl,
  ownMessages: createStaffMessages(directory),
  notifyDelivery: () => notifyWorker('outbox'),
  publishConversationUpdate,
});

/** A class or an office sends from one address. */
const SENT = { perMinute: 60 };
const FILES = { perMinute: 60 };
/** Limit for postal codes: people who mistype one ask a few times. */
const PLACES = { perMinute: 30 };
/** Each asks the vendor. */
const PROOFS = { perMinute: 30 };

function addPublicFormRoutes(
  implement: Implement,
  dependencies: SubmitDependencies & KeepDependencies,
): void {
  const { database, tokens } = dependencies;
  implement(submissions.getPublicForm, ({ params, query }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return database.system(async (transaction) => {
      const { accountId, id } = orNotFound(await forms.findPublished(transaction, params.slug), 'form');
      const own = within(transaction, accountId);
      const form = orNotFound(await forms.findForm(own, id), 'form');
      return publicForm(own, tokens, { form, token: query.t });
    });
  });
  implement(
    submissions.findFormPlace,
    async ({ params }) => {
      await database.system(async (transaction) => {
        const { accountId, id } = orNotFound(await forms.findPublished(transaction, params.slug), 'form');
        const form = orNotFound(await forms.findForm(within(transaction, accountId), id), 'form');
        if (form.state !== 'open') throw new AppError('not_found', 'There is no such form');
      });
      return formContacts.findPostalCode(params.postalCode);
    },
    PLACES,
  );
  implement(
    submissions.readFormPerson,
    async ({ params, body }, { reply }) => {
      reply.header('cache-control', 'no-store');
      const { accountId, id } = orNotFound(
        await database.system((transaction) => forms.findPublished(transaction, params.slug)),
        'form',
      );
      const proof = await provePerson(dependencies, accountId, body.inApp);
      if ('problem' in proof) return { person: null, problem: proof.problem };
      return database.account(accountId, async (transaction) => {
        const form = orNotFound(await forms.findForm(transaction, id), 'form');
        if (form.state !== 'open' || form.version === null) return { person: null, problem: null };
        const version = orNotFound(await forms.findVersion(transaction, id, form.version), 'form');
        const definition = FormDefinition.parse(version.definition);
        const begun = { formId: id, definition, today: await todayOf(transaction) };
        const known = await findProven(transaction, proof);
        const name = known?.name || proof.name;
        const answers = known
          ? await knownAnswers(transaction, begun, { ...known, name })
          : linkedAnswers(definition, name);
        return { person: { name, identity: 'signed' as const, answers }, problem: null };
      });
    },
    PROOFS,
  );
  implement(
    submissions.submitForm,
    ({ body }, { request, reply }) => {
      reply.header('cache-control', 'no-store');
      return submitForm(dependencies, body, request.ip);
    },
    SENT,
  );
  implement(
    submissions.uploadFormFile,
    ({ params }, { request }) => keepFile(dependencies, params.slug, request),
    FILES,
  );
}

async function publicForm(
  transaction: AccountTransaction,
  tokens: FormTokens,
  { form, token }: { readonly form: forms.FormRow; readonly token: string | undefined },
): Promise<submissions.PublicForm> {
  const { state, version } = form;
  if (state === 'draft' || version === null) throw new AppError('not_found', 'There is no such form');
  const stored = orNotFound(await forms.findVersion(transaction, form.id, version), 'form');
  const shop = shopOf(form);
  const definition = readDefinition(stored.definition, shop);
  const isOpen = state === 'open';
  const person = isOpen ? await readPerson(transaction, tokens, { form, token }) : null;
  const closed = isOpen ? await findClosedSlots(transaction, form.id, definition) : [];
  const { today, now } = await momentOf(transaction);
  const bits = bitsFor(isOpen ? await countLastHour(transaction, form.id) : 0);
  return {
    state,
    version,
    shop,
    definition: isOpen ? shown(definition) : { ...definition, pages: [{ title: {}, fields: [] }] },
    person: person && {
      name: person.name,
      identity: person.identity,
      answers: person.isSignedIn
        ? await knownAnswers(transaction, { formId: form.id, definition, today }, person)
        : linkedAnswers(definition, person.name),
    },
    taken: closed.flatMap(({ at, reason }) => (reason === 'slotTaken' ? [at] : [])),
    challenge: tokens.issueChallenge(form.id, { issuedAt: transaction.now(), bits }),
    today,
    now,
  };
}

/** Without what answers fill in of customers. */
const shown = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  pages: definition.pages.map((page) => ({
    ...page,
    fields: page.fields.map((field) => ('mapTo' in field ? { ...field, mapTo: null } : field)),
  })),
});
