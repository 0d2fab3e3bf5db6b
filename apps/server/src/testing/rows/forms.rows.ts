import * as submissions from '@hanasu/contract/form-submissions';
import * as forms from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import {
  addForm,
  definitionOf,
  filled,
  proofOf,
  setProof,
  text,
} from '../../features/forms/testing/forms.fixture.ts';
import type { EndpointWorld } from '../endpoint-world.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const unique = () => crypto.randomUUID();
const definition = definitionOf(text('name'), { kind: 'file', key: 'photo', label: { en: 'Photo' } });
const newForm = ({ person }: EndpointWorld) => addForm(person, definition);
const newDraft = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(forms.createForm, { body: { name: unique(), template: 'contact' } })).uuid,
});

async function newFile(world: EndpointWorld, form: forms.FormWithDraft) {
  const body = formOf('file', PDF, 'plan.pdf');
  body.set('field', 'photo');
  setProof(body, proofOf(form.uuid));
  return { params: { slug: form.slug }, form: body, anonymous: world.anonymous };
}

async function newSubmission(world: EndpointWorld) {
  const form = await newForm(world);
  const { form: body } = await newFile(world, form);
  const answer = await world.anonymous.raw('POST', `/api/public/form/${form.slug}/file`, { body });
  const fileUuid = submissions.uploadFormFile.output.parse(answer.body).uuid;
  const { uuid } = await world.anonymous.call(submissions.submitForm, {
    body: filled(form, { name: 'Hana', photo: [fileUuid] }),
  });
  return { uuid, fileUuid };
}
const submissionParams = async (world: EndpointWorld) => ({ uuid: (await newSubmission(world)).uuid });

const WRONG_TIMES = [
  { query: { from: 'yesterday' }, path: 'query.from' },
  { query: { until: 'today' }, path: 'query.until' },
];
const right = {
  slug: 'contact',
  version: 1,
  key: unique(),
  answers: {},
  language: 'en',
  proof: { token: 'a', number: 1 },
};

export const FORM_ROWS: readonly EndpointRow[] = [
  row(forms.listForms, nothing, [...WRONG_PAGES, { query: { archived: 'perhaps' }, path: 'query.archived' }]),
  row(
    forms.createForm,
    () => ({ body: { name: unique(), template: 'reservation' as const, language: 'ja' as const } }),
    wrongBodies({
      name: { name: ' ' },
      template: { name: 'New', template: 'party' },
      language: { name: 'New', language: 'fr' },
      'definition.languages': { name: 'New', definition: { ...definition, languages: [] } },
    }),
  ),
  row(forms.getForm, async (world) => ({ params: await newDraft(world) })),
  row(
    forms.changeForm,
    async (world) => ({ params: await newDraft(world), body: { name: unique() } }),
    wrongBodies({
      name: { name: '' },
      slug: { slug: 'a b' },
      closed: { closed: 'yes' },
      revision: { draft: definition },
    }),
  ),
  row(forms.deleteForm, async (world) => ({ params: await newDraft(world) })),
  row(forms.publishForm, async (world) => ({ params: await newDraft(world) })),
  row(forms.listFormVersions, async (world) => ({ params: { uuid: (await newForm(world)).uuid } })),
  row(forms.getFormVersion, async (world) => ({
    params: { uuid: (await newForm(world)).uuid, number: '1' },
  })),
  row(
    forms.linkForm,
    async (world) => {
      const [friend] = (await world.person.call(listFriends)).items;
      if (!friend) throw new Error('there is no friend');
      return { params: { uuid: (await newForm(world)).uuid }, body: { friendUuid: friend.uuid } };
    },
    wrongBodies({ friendUuid: { friendUuid: 'alex' } }),
  ),
  row(
    forms.sendForm,
    async (world) => ({
      params: { uuid: (await newForm(world)).uuid },
      body: { conversationUuid: world.conversation },
    }),
    wrongBodies({ conversationUuid: { conversationUuid: 'alex' } }),
  ),
  row(forms.getFormLogin, (world) => ({ params: { uuid: world.channel.uuid } })),
  row(forms.revokeFormLinks, async (world) => ({ params: await newDraft(world) })),
  row(submissions.listSubmissions, nothing, [
    ...WRONG_PAGES,
    ...WRONG_TIMES,
    { query: { formUuid: 'contact' }, path: 'query.formUuid' },
    { query: { customerUuid: 'me' }, path: 'query.customerUuid' },
    { query: { state: 'lost' }, path: 'query.state' },
  ]),
  row(submissions.getSubmission, async (world) => ({ params: await submissionParams(world) })),
  row(
    submissions.changeSubmission,
    async (world) => ({ params: await submissionParams(world), body: { state: 'seen' as const } }),
    wrongBodies({ state: { state: 'lost' }, note: { note: 5 } }),
  ),
  row(submissions.deleteSubmission, async (world) => ({ params: await submissionParams(world) })),
  row(submissions.getSubmittedFile, async (world) => ({ params: await newSubmission(world) })),
  row(submissions.exportSubmissions, async (world) => ({ params: { uuid: (await newForm(world)).uuid } }), [
    ...WRONG_TIMES,
    { query: { format: 'pdf' }, path: 'query.format' },
    { query: { state: 'lost' }, path: 'query.state' },
  ]),
  row(
    submissions.summariseForm,
    async (world) => ({ params: { uuid: (await newForm(world)).uuid } }),
    WRONG_TIMES,
  ),
  row(
    submissions.readFormPerson,
    async (world) => ({
      params: { slug: (await newForm(world)).slug },
      body: { inApp: { channelUuid: unique(), token: 'a.b.c' } },
    }),
    wrongBodies({
      'inApp.channelUuid': { inApp: { channelUuid: 'line', token: 'a' } },
      'inApp.token': { inApp: { channelUuid: unique(), token: '' } },
    }),
  ),
  row(submissions.findFormPlace, async (world) => ({
    params: { slug: (await newForm(world)).slug, postalCode: '530-0001' },
  })),
  row(submissions.getPublicForm, async (world) => ({ params: { slug: (await newForm(world)).slug } }), [
    { query: { t: 'x'.repeat(1_001) }, path: 'query.t' },
  ]),
  row(submissions.uploadFormFile, async (world) => {
    const { params, form } = await newFile(world, await newForm(world));
    return { params, form };
  }),
  row(
    submissions.submitForm,
    async (world) => ({ body: filled(await newForm(world), { name: 'Hana' }) }),
    wrongBodies({
      key: { ...right, key: 'a' },
      version: { ...right, version: 0 },
      language: { ...right, language: 'fr' },
      'answers.name': { ...right, answers: { name: { any: 'thing' } } },
      'proof.number': { ...right, proof: { token: 'a', number: -1 } },
    }),
  ),
];
